import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Deployment } from '../../../lib/config/deployment/deployment.ts';
import { templateOf } from '../../../lib/infra/release/template.ts';
import { temporaryPolicy } from '../../support/temporary-file.ts';
import { needed, zips } from './a-template.ts';
import { evaluated, TemplateParts } from './evaluated-template.ts';

describe('the parameters of a release', () => {
  const template = templateOf(temporaryPolicy('alerts: { digest: { at: 08:05 } }\n', afterAll), zips);
  const { Parameters } = TemplateParts.parse(template);

  it('takes each whole number of megabytes that the settings take', () => {
    const pattern = new RegExp(Parameters['Memory']?.AllowedPattern ?? '');
    const sizes = Array.from({ length: 11_000 }, (_, size) => `${size}`);
    const inSettings = sizes.filter((size) => Deployment.shape.memory.safeParse(size).success);
    expect(sizes.filter((size) => pattern.test(size))).toEqual(inSettings);
  });

  it('says of each parameter which values it takes, but of PromQL, which has no form', () => {
    const free = Object.entries(Parameters).filter(([, { AllowedValues, ...form }]) => {
      return !(
        AllowedValues !== undefined ||
        (form.AllowedPattern && /^must /.test(String(form['ConstraintDescription'])))
      );
    });
    const queries = ['Gpu', 'GpuMemory', 'Cpu', 'Logins'].map((figure) => `Prometheus${figure}Query`);
    expect(free.map(([name]) => name)).toEqual(queries);
  });

  it('takes each way of writing ready-made queries that the settings take', () => {
    for (const PrometheusQueries of ['', 'none', 'node', 'dcgm,node', 'dcgm, nvidia-smi, opentelemetry'])
      expect(() =>
        evaluated(template, { ...needed, PrometheusUrl: 'https://p', PrometheusQueries }),
      ).not.toThrow();
  });

  it('has a parameter for every setting of cdk.json, or the document says what takes its place', () => {
    const stands: Readonly<Record<string, string>> = {
      email: 'Email',
      url: 'DashboardUrl',
      policyLocation: 'PolicyParameter',
      prometheus: 'PrometheusUrl',
      routes: 'SlackUrl',
    };
    const left = Object.keys(Deployment.shape).filter(
      (setting) => !((stands[setting] ?? capital(setting)) in Parameters),
    );
    const [, rows = ''] = /what takes its place \|\n[|\s-]+\n((?:\|.*\n)+)/.exec(page) ?? [];
    const named = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    expect(named.toSorted()).toEqual(left.toSorted());
  });

  it('has the parameters that the document lists, with their defaults', () => {
    const rows = [...page.matchAll(/^\| `([A-Z]\w+)` \| (?:`(.*?)`|(none|empty)) \| (.*) \|$/gm)];
    const listed = rows.map(([, name, value, word]) => [name, value ?? (word === 'empty' ? '' : undefined)]);
    expect(listed).toEqual(Object.entries(Parameters).map(([name, { Default }]) => [name, Default]));
  });
});

const page = readFileSync(join(import.meta.dirname, '../../../docs/deploying.md'), 'utf8');
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
