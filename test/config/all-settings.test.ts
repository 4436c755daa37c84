import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Deployment } from '../../lib/config/deployment/deployment.ts';
import { connectionForm } from '../../lib/config/settings/connections.ts';
import { machineSettings, prometheusSettings } from '../../lib/config/settings/names.ts';
import { meanings, ofConnection, ofPrometheus } from '../../lib/config/written/settings-facts.ts';
import { secretPlace, settingsSchema } from '../../lib/config/written/settings-schema.ts';

const docs = join(import.meta.dirname, '../../docs');
const check = new Ajv({ strict: false, validateFormats: false }).compile(settingsSchema());
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

describe('the page of all settings', () => {
  it('describes every setting of one machine and of a deployment, and no other', () => {
    expect(sorted(Object.keys(meanings))).toEqual(
      sorted([
        ...machineSettings.keys(),
        ...Object.keys(Deployment.shape),
        ...['connections', 'routes', 'prometheus'],
      ]),
    );
    expect(Object.keys(ofConnection)).toEqual(Object.keys(connectionForm(secretPlace).shape));
    expect(Object.keys(ofPrometheus)).toEqual([...prometheusSettings.keys()]);
  });
});

describe('the schema of a settings file for editors', () => {
  it('accepts the example of the documents', () => {
    const page = readFileSync(join(docs, 'connections.md'), 'utf8');
    const [, example = ''] = /```yaml\n(# settings\.yaml[\s\S]*?)```/.exec(page) ?? [];
    expect(check(parse(example))).toBe(true);
    expect(example).toContain('connections:');
  });

  it.each([
    ['a misspelled setting', 'log-levl: info'],
    ['an unknown log level', 'log-level: loud'],
    ['a connection without a key', 'connections: [{ address: https://a.example.com }]'],
    ['a key itself', 'connections: [{ address: https://a.example.com, viewer-key: abcdef }]'],
    ['a route without a kind', 'routes: [{ to: pigeon }]'],
    [
      'a setting that its kind of route does not have',
      'routes: [{ to: slack, url: file:a, secret: file:b }]',
    ],
    ['a Prometheus without an address', 'prometheus: { user: a }'],
  ])('rejects %s', (_, text) => {
    expect(check(parse(text))).toBe(false);
  });
});
