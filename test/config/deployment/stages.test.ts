import { describe, expect, it } from 'vitest';
import { type DeployedSettings, withDeployed } from '../../../lib/config/deployment/deployed.ts';
import { Deployment } from '../../../lib/config/deployment/deployment.ts';
import { readStages } from '../../../lib/config/deployment/stages.ts';

const table = 'Spendwatch-SpendwatchLedger30C999F6-1ABC2DEF3GHI';
const aDeployment = (written: object, more: Partial<DeployedSettings> = {}): DeployedSettings => ({
  settings: Deployment.parse(written),
  table,
  account: '123456789012',
  region: 'eu-west-1',
  ...more,
});
const said = (before: object, after: object, more: Partial<DeployedSettings> = {}) =>
  readStages({ stages: { Production: after } }, { Production: aDeployment(before, more) })[0]?.says;

const ops = { to: 'ops@example.com', from: 'warning' };
const slack = { to: 'slack', url: '/routes/slack' };
const research = { name: 'research', address: 'https://a.example.com', viewerKey: '/viewer' };
const restored = { ledger: 'restored' };

describe('the settings of a stage, compared with those of its last deployment', () => {
  it.each([
    [{ shards: 2 }, { shards: 2 }, []],
    [{ shards: '2' }, { shards: 2 }, []],
    [{}, { shards: 1 }, []],
    [{ shards: 2 }, {}, ['shards is changed from 2 to 1']],
    [{}, { email: 'me@example.com' }, ['alerts of severity info or higher are also sent to me@example.com']],
    [{ email: 'me@example.com' }, {}, ['alerts are no longer sent to me@example.com']],
    [
      { email: 'me@example.com' },
      { email: 'you@example.com' },
      [
        'alerts are no longer sent to me@example.com',
        'alerts of severity info or higher are also sent to you@example.com',
      ],
    ],
    [{ email: ops.to }, { subscriptions: [{ ...ops, from: 'info' }] }, []],
    [{ subscriptions: [ops] }, {}, ['alerts are no longer sent to ops@example.com']],
    [
      { subscriptions: [ops] },
      { subscriptions: [{ ...ops, from: 'critical' }] },
      ['alerts of severity critical or higher are sent to ops@example.com, instead of warning or higher'],
    ],
    [{ connections: [research] }, {}, ['the connection research is no longer watched']],
    [
      { connections: [research] },
      {
        connections: [
          { ...research, viewerKey: '/other' },
          { ...research, name: undefined, viewerKey: '/x' },
        ],
      },
      [
        'the connection research: the address, key or request limit has changed',
        'the unnamed connection is also watched',
      ],
    ],
    [{ routes: [slack] }, {}, ['alerts are no longer sent over slack']],
    [{}, { routes: [slack] }, ['alerts can also be sent over slack']],
    [
      { routes: [slack] },
      { routes: [{ ...slack, url: '/routes/other' }] },
      ['slack: its address has changed'],
    ],
    [{ keepLedger: true }, { keepLedger: false }, ['keepLedger is changed from true to false']],
    [
      { policyLocation: 'ssm:/a' },
      {},
      ['the policy is no longer read from ssm:/a; the policy of this deployment applies'],
    ],
    [
      { policyLocation: 'ssm:/a' },
      { policyLocation: 's3://own/b.yaml' },
      ['the policy is read from s3://own/b.yaml instead of ssm:/a'],
    ],
    [
      {},
      { policyLocation: 'ssm:/a' },
      ['the policy will be read from ssm:/a; until then, the policy of this deployment applies'],
    ],
    [{ policy: 'a.yaml' }, {}, ['policy is removed (was "a.yaml")']],
    [{}, { cloudUrl: 'https://api.example.com' }, ['cloudUrl is added: "https://api.example.com"']],
    [{}, { tags: { team: 'lab' } }, ['tags is changed from {} to {"team":"lab"}']],
    [{}, { ledger: table }, [expect.stringMatching('^ledger is added')]],
    [restored, { ...restored, replacesLedger: 'an older one' }, []],
  ])('that were %j and are now %j report %j', (before, after, says) => {
    expect(said(before, after, 'ledger' in before ? { table: before.ledger } : {})).toEqual(says);
  });

  it.each([
    ['dropped', restored, {}, 'restored'],
    ['changed', restored, { ledger: 'another' }, 'restored'],
    ['set in place of the one that the stack created', {}, restored, table],
  ])(
    'cannot have their ledger %s unless they name the ledger that they replace',
    (_, before, after, last) => {
      const more = { table: last };
      expect(() => said(before, after, more)).toThrow(
        /Production\.ledger is (removed|changed).*replacesLedger/,
      );
      expect(() => said(before, { ...after, replacesLedger: 'yet-another' }, more)).toThrow('replacesLedger');
      expect(said(before, { ...after, replacesLedger: last }, more)?.join()).toMatch(/^ledger is/);
    },
  );

  it('cannot name as ledger a table that the same deployment would delete', () => {
    expect(() => said({ keepLedger: false }, { ledger: table })).toThrow('keepLedger: true first');
  });

  it.each([
    ['region', 'eu-west-2'],
    ['account', '210987654321'],
  ])(
    'cannot move to another %s, with an empty ledger, unless they name the ledger that they replace',
    (place, to) => {
      expect(() => said({}, { [place]: to })).toThrow(`Production.${place} differs from the deployed stage`);
      expect(said({}, { [place]: to, replacesLedger: table })).toEqual([`${place} is added: "${to}"`]);
    },
  );

  it('are compared stage by stage, and a deployed stage that was removed is reported', () => {
    const stages = { Production: { shards: 2 }, Staging: {} };
    const deployed = { Production: aDeployment({}), Old: aDeployment({}) };
    expect(readStages({ stages }, deployed).map(({ name, says }) => [name, says])).toEqual([
      [
        'Production',
        ['shards is changed from 1 to 2', expect.stringMatching('^stage Old is deployed but not in')],
      ],
      ['Staging', [expect.stringContaining('has no deployment of this stage')]],
    ]);
  });

  it('never report a key that was set in place of a parameter name', () => {
    const key = 'sk-4f9a8b7c6d5e4f3a2b1c';
    expect(said({ viewerKey: key }, {})?.join()).not.toContain(key);
  });

  it('are recorded for the stacks that were deployed, and for no others', () => {
    const before = { Production: aDeployment({}), Staging: aDeployment({}) };
    const outputs = { Production: { Table: 'made', Topic: 'arn:aws:sns:eu-west-2:210987654321:topic' } };
    const settings = Deployment.parse({ shards: 3 });
    const now = withDeployed(before, outputs, () => ({ Metadata: { settings } }));
    expect(now).toEqual({
      Production: { settings, table: 'made', account: '210987654321', region: 'eu-west-2' },
      Staging: before.Staging,
    });
  });
});

describe('a setting outside of the stages of cdk.json', () => {
  const stages = { Production: { shards: 2, email: 'me@example.com' }, Staging: { shards: 2 } };

  it.each([
    [{ shards: '3' }, ['Production.shards', 'Staging.shards']],
    [{ shards: 'many' }, ['Production.shards', 'Staging.shards']],
    [{ email: 'me@example.com' }, ['Staging.email']],
    [{ emial: 'me@example.com' }, ['emial is not a setting; did you mean email?']],
    [{ stages: '{}' }, ['stages in cdk.json must be an object']],
    [{ ledger: 'restored', metrics: 'true' }, ['Production.ledger', 'Staging.metrics']],
  ])('is refused where it contradicts the stages: %j', (given, named) => {
    for (const name of named) expect(() => readStages({ stages, ...given }, {})).toThrow(name);
  });

  it.each([{ shards: '2' }, { keepLedger: 'true' }, { '@aws-cdk/core:checkSecretUsage': true }])(
    'is accepted where it agrees with the stages or is not a setting of spendwatch: %j',
    (given) => {
      expect(readStages({ stages, ...given }, {})).toHaveLength(2);
    },
  );

  it('is reported together with every other mistake of all stages', () => {
    const wrong = { A: { shards: 0 }, B: { memory: 1 }, C: {} };
    expect(() =>
      readStages({ stages: wrong, email: 'me@example.com' }, { C: aDeployment(restored) }),
    ).toThrow(/4 mistakes in the settings\nA\.shards .*\nB\.memory .*\nC\.email .*\nC\.ledger /);
  });
});
