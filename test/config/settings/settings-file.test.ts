import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DeployedConnections } from '../../../lib/config/deployment/built-connections.ts';
import { readAddresses } from '../../../lib/config/settings/addresses.ts';
import { readConnectedSettings } from '../../../lib/config/settings/settings.ts';
import { readSettingsFile } from '../../../lib/config/settings/settings-file.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { secretKey } from '../../support/api-key.ts';
import { keyInEnvironment, mistakesInFile, twoConnections as two } from './a-settings-file.ts';

const read = (text: string, given = keyInEnvironment) => readSettingsFile(text, 'settings.yaml', given);

describe('a settings file', () => {
  it('lists connections, each with its address, its keys and its request limit', () => {
    const { connections } = read(two);
    expect(connections).toMatchObject([
      {
        name: 'research',
        cloud: 'compute',
        address: 'https://research.example.com',
        key: { kind: 'file', path: 'keys/research.key' },
        actionKey: { kind: 'given' },
        requestsPerMinute: 300,
        requestsInFlight: 32,
      },
      {
        name: 'old-contract',
        key: { kind: 'parameter', name: '/spendwatch/old-viewer' },
        actionKey: null,
        requestsPerMinute: 600,
      },
    ]);
    const [first] = connections;
    expect(first?.actionKey?.kind === 'given' && first.actionKey.reveal()).toBe(secretKey);
    expect(JSON.stringify(connections) + inspect(connections, { depth: 9 })).not.toContain(secretKey);
  });

  it('may leave one connection without a name, whose targets keep their ids', () => {
    const { connections } = read(two.replace('  - name: research\n    address', '  - address'));
    expect(connections.map(({ name }) => name)).toEqual([null, 'old-contract']);
  });

  it('needs no address for a cloud whose accounts all share one', () => {
    const file = (cloud: string) => `connections: [{ cloud: ${cloud}, viewer-key: file:a.key }]`;
    expect(read(file('runpod')).connections).toMatchObject([{ address: 'https://api.runpod.io' }]);
    expect(mistakesInFile(file('compute'))).toEqual([
      expect.stringContaining("address is not set: set the address of the cloud's API"),
    ]);
    const deployed = [{ cloud: 'runpod', viewerKey: '/spendwatch/viewer-key' }];
    expect(DeployedConnections.parse(deployed)).toMatchObject([{ address: 'https://api.runpod.io' }]);
  });

  it('has the settings of the environment, by their names in lower case', () => {
    const file = read(
      `
policy: rules/ours.yaml
data: /var/lib/spendwatch
ledger-table: Spendwatch-Ledger
poll-interval: 2m
usage-interval: 30m
log-level: warn
url: https://spend.example.com
push-secret: env:PUSH
answer-secret: file:answer.secret
answer-url: https://answers.example.com
prometheus:
  url: https://prometheus.example.com
  token: ssm:/spendwatch/prometheus
  queries: dcgm, node
  gpu-query: avg by (instance) (DCGM_FI_DEV_GPU_UTIL)
routes:
  - to: slack
    url: file:slack.url
  - to: webhook
    name: team-finance
    url: env:HOOK
    secret: file:/etc/spendwatch/hook
    format: cloudevents
  - to: sns
    topic-arn: arn:aws:sns:eu-west-1:123456789012:alerts
  - { to: email, server: file:smtp.url, from: a@b.example, recipients: c@d.example }
`.replace('PUSH', 'PUSH_SECRET'),
      { PUSH_SECRET: 'p'.repeat(40), HOOK: 'https://hook.example.com/x' },
    );
    expect(file.environment).toEqual({
      SPENDWATCH_POLICY: 'rules/ours.yaml',
      SPENDWATCH_DATA: '/var/lib/spendwatch',
      SPENDWATCH_LEDGER_TABLE: 'Spendwatch-Ledger',
      SPENDWATCH_POLL_INTERVAL: '2m',
      SPENDWATCH_USAGE_INTERVAL: '30m',
      SPENDWATCH_LOG_LEVEL: 'warn',
      SPENDWATCH_URL: 'https://spend.example.com',
      SPENDWATCH_PUSH_SECRET: 'p'.repeat(40),
      SPENDWATCH_ANSWER_SECRET: 'file:answer.secret',
      SPENDWATCH_ANSWER_URL: 'https://answers.example.com',
      SPENDWATCH_PROMETHEUS_URL: 'https://prometheus.example.com',
      SPENDWATCH_PROMETHEUS_TOKEN: 'ssm:/spendwatch/prometheus',
      SPENDWATCH_PROMETHEUS_QUERIES: 'dcgm, node',
      SPENDWATCH_PROMETHEUS_GPU_QUERY: 'avg by (instance) (DCGM_FI_DEV_GPU_UTIL)',
      SPENDWATCH_SLACK_URL: 'file:slack.url',
      SPENDWATCH_WEBHOOK_URL_TEAM_FINANCE: 'https://hook.example.com/x',
      SPENDWATCH_WEBHOOK_SECRET_TEAM_FINANCE: 'file:/etc/spendwatch/hook',
      SPENDWATCH_WEBHOOK_FORMAT_TEAM_FINANCE: 'cloudevents',
      SPENDWATCH_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:alerts',
      SPENDWATCH_SMTP_URL: 'file:smtp.url',
      SPENDWATCH_MAIL_FROM: 'a@b.example',
      SPENDWATCH_MAIL_TO: 'c@d.example',
    });
    expect([...readAddresses(file.environment).keys()]).toEqual([
      'sns',
      'slack',
      'webhook/team-finance',
      'email',
    ]);
    expect(
      readConnectedSettings({ SPENDWATCH_TABLE: 'ledger', ...file.environment }, read(two).connections),
    ).toMatchObject({ pollInterval: minutes(2), connections: [{ name: 'research' }, {}] });
  });

  it('resolves paths from its own folder', () => {
    const { environment: set, connections } = readSettingsFile(
      `policy: ours.yaml\nanswer-secret: file:a.secret\n${two}`,
      '/etc/spendwatch/settings.yaml',
      keyInEnvironment,
    );
    expect(set).toMatchObject({
      SPENDWATCH_POLICY: '/etc/spendwatch/ours.yaml',
      SPENDWATCH_ANSWER_SECRET: 'file:/etc/spendwatch/a.secret',
    });
    expect(connections[0]?.key).toEqual({ kind: 'file', path: '/etc/spendwatch/keys/research.key' });
  });

  it('provides the line of a setting for checks that are made where it is used', () => {
    expect(read('data: x\n\npoll-interval: soon\n').placeOf('SPENDWATCH_POLL_INTERVAL')).toBe(
      'settings.yaml:3 poll-interval',
    );
  });

  it('may be empty', () => {
    expect(read('# nothing yet\n')).toMatchObject({ environment: {}, connections: [] });
  });

  it.each([
    [
      'an API key',
      `connections:\n  - name: a\n    address: https://a.example.com\n    viewer-key: ${secretKey}\n`,
      4,
    ],
    ['a key behind a place', `connections:\n  - viewer-key: file:${secretKey}\n`, 2],
    ['a key in a comment', `# ${secretKey}\npolicy: a.yaml\n`, 1],
    ['a key as a name', `"${secretKey}": 1\n`, 1],
    [
      'the address of a Slack webhook',
      'routes:\n  - to: slack\n    url: https://hooks.slack.com/services/T0/B0/x8Fk2Lq9Zr4TnV7cWm1Pj6Ys\n',
      3,
    ],
    ['a password in an address', 'url: https://ada:lovelace@spend.example.com\n', 1],
  ])('is refused with %s in it, whose line is named and which is never repeated', (_, text, line) => {
    const lines = mistakesInFile(text);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(`^settings\\.yaml:${line} holds what looks like a key or a secret: keep it`),
    );
    expect(lines.join()).not.toMatch(/x8Fk2Lq9|lovelace/);
  });

  it.each([
    ['a host with a random name', 'url: https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com\n'],
    [
      'a workspace',
      'prometheus:\n  url: https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-0a1b2c3d-1a2b-3c4d\n  region: eu-west-1\n',
    ],
    ['a path', 'policy: /etc/spendwatch/0a1b2c3d4e5f6a7b/spendwatch.yaml\n'],
  ])('may hold %s', (_, text) => {
    expect(() => read(text)).not.toThrow();
  });

  it('is refused where the environment sets a connection as well', () => {
    const given = { SPENDWATCH_TABLE: 'ledger', SPENDWATCH_CLOUD_URL: 'https://a.example.com' };
    expect(() => readConnectedSettings(given, read(two).connections)).toThrow(
      'SPENDWATCH_CLOUD_URL conflicts with the connections of the settings file: unset this variable, or move its value to that file',
    );
  });
});
