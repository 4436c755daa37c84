import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { readAddresses } from '../../../lib/config/settings/addresses.ts';
import { readConnectedSettings } from '../../../lib/config/settings/settings.ts';
import { readSettingsFile } from '../../../lib/config/settings/settings-file.ts';
import { secretKey } from '../../support/api-key.ts';

const docs = join(import.meta.dirname, '../../../docs');
const page = readFileSync(join(docs, 'connections.md'), 'utf8');
const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];

describe('the page of connections', () => {
  it('shows a valid settings file', () => {
    const { environment, connections } = readSettingsFile(example, 'settings.yaml', {
      SPENDWATCH_OLD_CONTRACT_KEY: secretKey,
      SPENDWATCH_FINANCE_HOOK: 'https://hooks.example.com/spend',
    });
    const settings = readConnectedSettings({ SPENDWATCH_TABLE: 'ledger', ...environment }, connections);
    expect(settings.connections.map(({ name, requestsPerMinute }) => [name, requestsPerMinute])).toEqual([
      ['research', 600],
      ['old-contract', 120],
    ]);
    expect(settings.prometheus?.recipes).toEqual(['dcgm', 'node']);
    expect([...readAddresses(environment).keys()]).toEqual(['slack', 'webhook/finance']);
  });
});

/** Settings of connections and routes, none of which a policy may hold, since it may come from elsewhere. */
const ofSettings = [
  'connections: [{ address: https://elsewhere.example.com, viewer-key: file:a.key }]',
  'address: https://elsewhere.example.com',
  'cloud-url: https://elsewhere.example.com',
  'viewer-key: file:a.key',
  'settings: elsewhere.yaml',
  'prometheus: { url: https://elsewhere.example.com }',
  'alerts: { routes: [{ to: slack, url: https://elsewhere.example.com }] }',
  'url: https://elsewhere.example.com',
];

describe('a policy, which may come from elsewhere', () => {
  it.each(ofSettings)('cannot set %s, so that it never decides where a key is sent', (line) => {
    expect(() => readPolicy(`version: 1\n${line}\nrules: []\n`, 'spendwatch.yaml')).toThrow(/unknown key/);
  });

  it('has no key in its schema for an address, a key or the place of one', () => {
    const schema: unknown = JSON.parse(readFileSync(join(docs, 'policy-schema.json'), 'utf8'));
    const names: string[] = [];
    JSON.stringify(schema, (name, value: unknown) => {
      if (name === 'properties' && typeof value === 'object' && value !== null)
        names.push(...Object.keys(value));
      return value;
    });
    expect(names).toContain('rules');
    expect(
      names.filter((name) => /url|address|key|token|secret|connections|settings|cloud/.test(name)),
    ).toEqual([]);
  });
});
