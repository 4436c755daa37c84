import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { readSettings } from '../../../lib/config/settings/settings.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { secretKey } from '../../support/api-key.ts';

const read = (overrides: Environment) =>
  readSettings({
    SPENDWATCH_CLOUD_URL: 'https://api.example.com',
    SPENDWATCH_TABLE: 'ledger',
    SPENDWATCH_KEY_PARAMETER: '/spendwatch/viewer-key',
    ...Object.fromEntries(
      Object.entries(overrides).map(([name, value]) => [`SPENDWATCH_PROMETHEUS_${name}`, value]),
    ),
  }).prometheus;
const mistakesIn = (overrides: Environment): readonly string[] => {
  try {
    read(overrides);
    return [];
  } catch (error) {
    if (error instanceof SettingsError)
      return error.mistakes.map(
        ({ variable, message }) => `${variable.replace('SPENDWATCH_PROMETHEUS_', '')} ${message}`,
      );
    throw error;
  }
};
const url = 'https://prometheus.example.com';

describe('the settings of Prometheus', () => {
  it('are absent without an address, and need nothing else', () => {
    expect(read({})).toBeNull();
    expect(read({ URL: url })).toEqual({
      url,
      auth: { kind: 'none' },
      machineLabel: 'instance',
      projectLabel: null,
      recipes: ['dcgm', 'nvidia-smi', 'opentelemetry'],
      own: {},
      units: {},
    });
  });

  it('hold labels and queries', () => {
    expect(
      read({
        URL: url,
        MACHINE: 'Hostname',
        PROJECT: 'tenant',
        QUERIES: 'node, dcgm',
        GPU_QUERY: 'my_gpu',
        GPU_UNIT: 'ratio',
      }),
    ).toMatchObject({
      machineLabel: 'Hostname',
      projectLabel: 'tenant',
      recipes: ['node', 'dcgm'],
      own: { gpu: 'my_gpu' },
      units: { gpu: 'ratio' },
    });
    expect(read({ URL: url, QUERIES: 'none', GPU_QUERY: 'my_gpu' })?.recipes).toEqual([]);
  });

  it.each([
    [
      { TOKEN: 'ssm:/spendwatch/token' },
      { kind: 'token', token: { kind: 'parameter', name: '/spendwatch/token' } },
    ],
    [{ TOKEN: 'file:/run/token' }, { kind: 'token', token: { kind: 'file', path: '/run/token' } }],
    [
      { USER: '12345', PASSWORD: secretKey },
      { kind: 'password', user: '12345', password: { kind: 'given' } },
    ],
    [{ REGION: 'eu-west-1' }, { kind: 'aws', region: 'eu-west-1' }],
  ])('authorize by %o', (given, auth) => {
    expect(read({ URL: url, ...given })?.auth).toMatchObject(auth);
  });

  it('show no secret', () => {
    const settings = read({ URL: url, TOKEN: secretKey });
    expect(inspect(settings, { depth: null })).not.toContain(secretKey);
    expect(mistakesIn({ URL: url, TOKEN: `${secretKey} ${secretKey}` }).join()).not.toContain(secretKey);
  });

  it.each([
    [{ URL: 'prometheus:9090' }, 'URL must look like https://host'],
    [{ URL: 'http://prometheus.example.com' }, 'plain http is only allowed for a private host'],
    [{ URL: 'https://ana:secret@prometheus.example.com' }, 'URL must look like https://host'],
    [
      { URL: 'http://10.0.0.9:9090', TOKEN: secretKey },
      'URL must begin with https:// if a secret is sent to it',
    ],
    [{ TOKEN: secretKey }, 'URL is not set'],
    [{ MACHINE: 'host' }, 'URL is not set'],
    [{ PROJECT: 'tenant' }, 'URL is not set'],
    [{ QUERIES: 'node' }, 'URL is not set'],
    [{ GPU_MEMORY_QUERY: 'my_gpu_memory' }, 'URL is not set'],
    [{ URL: url, TOKEN: secretKey, REGION: 'eu-west-1' }, 'URL allows one authentication method'],
    [{ URL: url, USER: 'ana' }, 'USER requires SPENDWATCH_PROMETHEUS_PASSWORD'],
    [{ URL: url, TOKEN: 'short' }, 'TOKEN must have at least 12 characters'],
    [{ URL: url, MACHINE: 'a-b' }, 'MACHINE must be the name of a label'],
    [
      { URL: url, QUERIES: 'dcgm,rocm' },
      'QUERIES must be none, or some of dcgm, nvidia-smi, opentelemetry, node',
    ],
    [{ URL: url, LABEL: 'x' }, 'is not a setting'],
  ] as const)('%o are refused', (given, message) => {
    expect(mistakesIn(given).join('\n')).toContain(message);
  });

  it.each([
    'http://10.0.0.9:9090',
    'http://prometheus:9090',
    'http://prometheus.monitoring.svc:9090',
    'http://127.0.0.1:9090',
  ])('%s may be queried without TLS or a secret', (address) => {
    expect(mistakesIn({ URL: address })).toEqual([]);
  });
});
