import { describe, expect, it } from 'vitest';
import { unsilence } from '../../../lib/jobs/overrides/revoke.ts';
import { silence } from '../../../lib/jobs/overrides/silence.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { ada, anAlert, announced, fleet, ledgerWith, main, prod, tomorrow, wordsIn } from './a-fleet.ts';

const labAlerts = [
  announced(),
  anAlert({ subject: Subject.parse('project/lab/vm/box') }),
  anAlert({ rule: 'a/b', kind: 'budget', subject: Subject.parse(lab) }),
];

const silenced = (asked: string, request = ada()) =>
  ledgerWith(fleet({ alerts: labAlerts })).then(async (ledger) => ({
    ledger,
    told: await silence(ledger, { ...request, asked, until: tomorrow }),
  }));

describe('silence', () => {
  it.each([
    ['credit', { rule: 'credit' }, 1],
    ['credit/main', { rule: 'credit', subject: 'account/main' }, 1],
    ['credit/account/main', { rule: 'credit', subject: 'account/main' }, 1],
    ['cred*', { rule: 'cred*' }, 1],
    ['forgotten machines', { rule: 'forgotten machines' }, 2],
    ['forgotten machines/lab', { rule: 'forgotten machines', match: { project: 'lab' } }, 2],
    ['forgotten machines/train-7b', { rule: 'forgotten machines', subject: 'project/lab/vm/train-7b' }, 1],
    ['forgotten*/lab/*', { rule: 'forgotten*', match: { project: 'lab' } }, 2],
    ['forgotten machines/prod', { rule: 'forgotten machines', match: { project: 'prod' } }, 0],
    ['a/b', { rule: 'a/b' }, 1],
    ['a/b/lab', { rule: 'a/b', match: { project: 'lab' } }, 1],
    ['*/lab', { match: { project: 'lab' } }, 3],
    ['*/lab/box', { subject: 'project/lab/vm/box' }, 1],
    ['*/group/research', { subject: 'group/research' }, 0],
    ['*', {}, 4],
    ['*/*', {}, 4],
  ])('of %s means %j and covers %i firing alerts', async (asked, alerts, count) => {
    const { ledger, told } = await silenced(asked);
    expect(told).toMatchObject({ kind: 'placed', override: { alerts } });
    expect(await ledger.overrides(noon)).toMatchObject([{ kind: 'silence', alerts }]);
    const remark =
      count === 0
        ? 'No matching alert is firing.'
        : `${count} ${count === 1 ? 'matching alert is' : 'matching alerts are'} firing.`;
    expect(told).toMatchObject({ remarks: expect.arrayContaining([remark]) });
  });

  it.each([
    [
      'credits',
      { kind: 'unknown', because: 'Unknown rule "credits"', names: expect.arrayContaining(['credit']) },
    ],
    ['credit/mian', { kind: 'unknown', names: expect.arrayContaining(['main']) }],
    [
      'lab/box',
      { kind: 'unfit', because: expect.stringContaining('"*/lab/box" to silence its alerts of all rules') },
    ],
    ['*a*b*c*d*e*', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('of %s is refused', async (asked, expected) => {
    const { ledger, told } = await silenced(asked);
    expect(told).toMatchObject(expected);
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('accepts rules of the policy without alerts, and without a policy those that have alerts', async () => {
    const policy = aPolicy({ rules: [anIdleRule({ name: 'quiet' })] });
    expect((await silenced('quiet', ada({ policy }))).told).toMatchObject({ kind: 'placed' });
    expect((await silenced('quiet', ada({ policy: null }))).told).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('there is no policy here'),
    });
    expect((await silenced('credit', ada({ policy: null }))).told).toMatchObject({ kind: 'placed' });
  });

  it('states which actions are cancelled, and is in the audit log of what it covers', async () => {
    const { ledger, told } = await silenced('forgotten machines/lab');
    expect(told).toMatchObject({
      says: 'alerts of "forgotten machines" on project lab and everything in it are silenced until 2026-11-22 12:00 (UTC)',
      remarks: expect.arrayContaining([
        'Cancelled, and announced again after the silence: stop of VM train-7b in project lab (forgotten machines).',
      ]),
    });
    expect(await wordsIn(ledger)).toMatchObject([{ event: 'override-placed', subject: lab, by: 'ada' }]);
    expect(await wordsIn(ledger, prod)).toEqual([]);
    expect(await wordsIn(ledger, main)).toEqual([]);
  });
});

describe('unsilence', () => {
  it.each(['credit/main', 'credit/account/main'])('ends the silence given as %s', async (asked) => {
    const { ledger } = await silenced('credit/main');
    expect(await unsilence(ledger, { ...ada(), asked })).toMatchObject({ kind: 'revoked' });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('ends no other silence, and states what is still silenced', async () => {
    const { ledger } = await silenced('*/lab');
    await silence(ledger, { ...ada(), asked: 'forgotten machines/lab', until: tomorrow });
    expect(await unsilence(ledger, { ...ada(), asked: 'forgotten machines/lab' })).toMatchObject({
      kind: 'revoked',
      remarks: [expect.stringContaining('Still silenced: all alerts on project lab and everything in it (')],
    });
    expect(await ledger.overrides(noon)).toHaveLength(1);
    expect(await unsilence(ledger, { ...ada(), asked: 'credit/main' })).toMatchObject({ kind: 'nothing' });
  });
});
