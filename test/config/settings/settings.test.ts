import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { unnamedConnection } from '../../../lib/config/settings/connections.ts';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import {
  findSettingMistake,
  readConnectedSettings,
  readDashboardUrl,
} from '../../../lib/config/settings/settings.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { secretKey } from '../../support/api-key.ts';

const anEnvironment = (overrides: Environment = {}): Environment => ({
  PATH: '/usr/bin',
  SPENDWATCH_CLOUD_URL: 'https://api.example.com',
  SPENDWATCH_TABLE: 'ledger',
  SPENDWATCH_KEY_PARAMETER: '/spendwatch/viewer-key',
  ...overrides,
});

function errorOf(environment: Environment): SettingsError {
  try {
    readConnectedSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('the settings were taken');
}

const mistaken = (environment: Environment): readonly string[] =>
  errorOf(environment).mistakes.map(({ variable }) => variable);

describe('settings', () => {
  it('need an address, a table and a key, and have a default for all else', () => {
    expect(readConnectedSettings(anEnvironment())).toEqual({
      table: 'ledger',
      data: '.spendwatch',
      ledgerTable: null,
      logLevel: 'info',
      topicArn: null,
      prometheus: null,
      push: null,
      shards: 1,
      deployment: null,
      policy: 'spendwatch.yaml',
      policyLocation: null,
      pollInterval: minutes(5),
      intervals: defaultIntervals,
      connections: [
        {
          name: null,
          cloud: 'compute',
          address: 'https://api.example.com',
          key: { kind: 'parameter', name: '/spendwatch/viewer-key' },
          actionKey: null,
          requestsPerMinute: 600,
          requestsInFlight: 32,
        },
      ],
    });
  });

  it('take what is set over the default', () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:alerts';
    const settings = readConnectedSettings(
      anEnvironment({
        SPENDWATCH_TOPIC_ARN: topic,
        SPENDWATCH_POLICY: 'rules/ours.yaml',
        SPENDWATCH_REQUESTS_PER_MINUTE: '1200',
        SPENDWATCH_REQUESTS_IN_FLIGHT: '50',
        SPENDWATCH_POLL_INTERVAL: '1m',
        SPENDWATCH_SPEND_INTERVAL: '30m',
        SPENDWATCH_STORAGE_INTERVAL: '2h',
        SPENDWATCH_USAGE_INTERVAL: '10m',
        SPENDWATCH_LOG_LEVEL: 'warn',
      }),
    );
    expect(settings).toMatchObject({
      topicArn: topic,
      policy: 'rules/ours.yaml',
      connections: [{ requestsPerMinute: 1200, requestsInFlight: 50 }],
      pollInterval: minutes(1),
      logLevel: 'warn',
      intervals: { spendEvery: minutes(30), storageEvery: minutes(120), usageEvery: minutes(10) },
    });
  });

  it('count an empty variable as one that is not set', () => {
    expect(
      readConnectedSettings(anEnvironment({ SPENDWATCH_TOPIC_ARN: '', SPENDWATCH_API_KEY: '' })).topicArn,
    ).toBeNull();
    expect(mistaken(anEnvironment({ SPENDWATCH_TABLE: '' }))).toEqual(['SPENDWATCH_TABLE']);
  });

  it('are refused with every mistake at once, each with its variable and the remedy', () => {
    const environment = {
      SPENDWATCH_TABLE: 'no spaces here',
      SPENDWATCH_TOPIC_ARN: 'alerts',
      SPENDWATCH_REQUESTS_PER_MINUTE: 'many',
      SPENDWATCH_POLL_INTERVAL: '5 minutes',
      SPENDWATCH_REQUEST_IN_FLIGHT: '4',
    };
    expect(errorOf(environment).message.split('\n')).toEqual([
      '7 mistakes in the settings',
      "SPENDWATCH_CLOUD_URL is not set: set the address of the cloud's API, such as https://api.example.com",
      'SPENDWATCH_REQUESTS_PER_MINUTE must be a whole number from 1 to 100000',
      'SPENDWATCH_API_KEY is not set: set the API key, or a file with it in SPENDWATCH_API_KEY_FILE, or on AWS an SSM parameter in SPENDWATCH_KEY_PARAMETER',
      'SPENDWATCH_TABLE must be the name of a DynamoDB table: 3 to 255 letters, digits, dots, dashes and underscores',
      'SPENDWATCH_TOPIC_ARN must be the ARN of an SNS topic: arn:aws:sns:<region>:<account>:<name>',
      'SPENDWATCH_POLL_INTERVAL must be a duration from 1m to 1h, such as 5m or 1h',
      'SPENDWATCH_REQUEST_IN_FLIGHT is not a setting; did you mean SPENDWATCH_REQUESTS_IN_FLIGHT?',
    ]);
  });

  it('are refused without a suggestion where no name is similar', () => {
    expect(errorOf(anEnvironment({ SPENDWATCH_COLOUR: 'blue' })).mistakes).toEqual([
      { variable: 'SPENDWATCH_COLOUR', message: 'is not a setting' },
    ]);
  });

  it.each([
    'https://api.example.com/compute',
    'https://api.example.com:8443',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://127.8.0.1',
    'http://[::1]:8080',
  ])('accept the address %s', (address) => {
    expect(unnamedConnection(anEnvironment({ SPENDWATCH_CLOUD_URL: address })).address).toBe(address);
  });

  it.each([
    { url: undefined, address: 'https://api.runpod.io' },
    { url: '', address: 'https://api.runpod.io' },
    { url: 'http://127.0.0.1:8081', address: 'http://127.0.0.1:8081' },
  ])('read the address $url of a cloud whose accounts all share one as $address', ({ url, address }) => {
    const environment = anEnvironment({ SPENDWATCH_CLOUD: 'runpod', SPENDWATCH_CLOUD_URL: url });
    expect(unnamedConnection(environment).address).toBe(address);
  });

  it.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'api.example.com',
    'ftp://api.example.com',
    'https://user:pass@api.example.com',
    'https://api.example.com?key=abc',
    'https://api.example.com#part',
  ])('refuse the address %s', (address) => {
    expect(mistaken(anEnvironment({ SPENDWATCH_CLOUD_URL: address }))).toEqual(['SPENDWATCH_CLOUD_URL']);
  });

  it.each([
    ['SPENDWATCH_REQUESTS_PER_MINUTE', '0'],
    ['SPENDWATCH_REQUESTS_PER_MINUTE', '100001'],
    ['SPENDWATCH_REQUESTS_PER_MINUTE', '1.5'],
    ['SPENDWATCH_REQUESTS_PER_MINUTE', '1e3'],
    ['SPENDWATCH_REQUESTS_IN_FLIGHT', '-1'],
    ['SPENDWATCH_REQUESTS_IN_FLIGHT', '1001'],
    ['SPENDWATCH_POLL_INTERVAL', '59s'],
    ['SPENDWATCH_POLL_INTERVAL', '61m'],
    ['SPENDWATCH_USAGE_INTERVAL', '25h'],
  ])('refuse %s=%s', (variable, value) => {
    expect(mistaken(anEnvironment({ [variable]: value }))).toEqual([variable]);
  });

  it('accept the key from one place, never from two', () => {
    const both = anEnvironment({ SPENDWATCH_API_KEY: secretKey });
    expect(mistaken(both)).toEqual(['SPENDWATCH_API_KEY']);
    const { key } = unnamedConnection({ ...both, SPENDWATCH_KEY_PARAMETER: undefined });
    expect(key.kind === 'given' && key.reveal()).toBe(secretKey);
  });

  it('refuse a file with the key beside the key, or beside a parameter', () => {
    const file = anEnvironment({ SPENDWATCH_API_KEY_FILE: 'keys/viewer' });
    expect(mistaken(file)).toEqual(['SPENDWATCH_API_KEY']);
    const beside = { ...file, SPENDWATCH_KEY_PARAMETER: undefined, SPENDWATCH_API_KEY: secretKey };
    expect(mistaken(beside)).toEqual(['SPENDWATCH_API_KEY']);
  });

  it('accept the key from a file, and a second key for actions', () => {
    const settings = unnamedConnection(
      anEnvironment({
        SPENDWATCH_KEY_PARAMETER: undefined,
        SPENDWATCH_API_KEY_FILE: 'keys/viewer',
        SPENDWATCH_ACT_KEY: secretKey,
      }),
    );
    expect(settings.key).toEqual({ kind: 'file', path: 'keys/viewer' });
    expect(settings.actionKey?.kind === 'given' && settings.actionKey.reveal()).toBe(secretKey);
    expect(JSON.stringify(settings) + inspect(settings, { depth: 9 })).not.toContain(secretKey);
    expect(unnamedConnection(anEnvironment({ SPENDWATCH_ACT_KEY_FILE: 'keys/editor' })).actionKey).toEqual({
      kind: 'file',
      path: 'keys/editor',
    });
  });

  it('refuse two keys for actions', () => {
    const both = { SPENDWATCH_ACT_KEY: secretKey, SPENDWATCH_ACT_KEY_FILE: 'keys/editor' };
    expect(mistaken(anEnvironment(both))).toEqual(['SPENDWATCH_ACT_KEY']);
  });

  it('can be checked one by one', () => {
    expect(findSettingMistake('SPENDWATCH_CLOUD_URL', 'https://api.example.com')).toBeNull();
    expect(findSettingMistake('SPENDWATCH_CLOUD_URL', 'api.example.com')).toContain('https://host');
  });

  it('never print a key, nor repeat a value that may be a key in the wrong place', () => {
    const settings = readConnectedSettings(
      anEnvironment({ SPENDWATCH_KEY_PARAMETER: undefined, SPENDWATCH_API_KEY: secretKey }),
    );
    expect(JSON.stringify(settings) + inspect(settings, { depth: 9 })).not.toContain(secretKey);
    const names = [
      'CLOUD_URL',
      'TABLE',
      'TOPIC_ARN',
      'KEY_PARAMETER',
      'API_KEY',
      'REQUESTS_PER_MINUTE',
      'COLOUR',
    ];
    const wrong = errorOf(Object.fromEntries(names.map((name) => [`SPENDWATCH_${name}`, `${secretKey} x`])));
    expect(wrong.mistakes).toHaveLength(names.length + 1);
    expect(inspect(wrong, { depth: 9 })).not.toContain(secretKey);
  });
});

describe('the address of the dashboard', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['https://spend.example.com/', 'https://spend.example.com'],
    ['http://127.0.0.1:8484', 'http://127.0.0.1:8484'],
    ['https://ops.example.com/spendwatch/', 'https://ops.example.com/spendwatch'],
  ])('%s is read as %s', (given, address) => {
    expect(readDashboardUrl({ SPENDWATCH_URL: given })).toBe(address);
  });

  it.each([
    'spend.example.com',
    'javascript:alert(1)',
    'ftp://spend.example.com',
    'https://user:password@spend.example.com',
    'https://spend.example.com/?token=secret',
    'https://spend.example.com/"><b>',
  ])('%s is refused', (given) => {
    expect(() => readDashboardUrl({ SPENDWATCH_URL: given })).toThrow(SettingsError);
    expect(mistaken(anEnvironment({ SPENDWATCH_URL: given }))).toEqual(['SPENDWATCH_URL']);
  });
});
