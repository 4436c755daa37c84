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
    const settings = rows(4).flatMap(([own = '', parameter]) => (parameter ? namesIn(own) : []));
    expect(settings.toSorted()).toEqual([...Object.keys(Deployment.shape), 'settings'].toSorted());
  });

  it('has the parameters that the document lists, with their defaults', () => {
    const ofSettings = rows(4).map(([, ...cells]) => cells);
    const listed = [...ofSettings, ...rows(3)].flatMap(([parameters = '', value = '']) =>
      isNames(parameters) ? namesIn(parameters).map((name) => [name, defaultIn(value)]) : [],
    );
    const ofTemplate = Object.entries(Parameters).map(([name, { Default }]) => [name, Default]);
    expect(listed.toSorted()).toEqual(ofTemplate.toSorted());
  });
});

const page = readFileSync(join(import.meta.dirname, '../../../docs/deploying.md'), 'utf8');
/** The cells of the rows of tables with so many columns: of settings with their parameters, or of parameters alone. */
const rows = (columns: number): string[][] =>
  [...page.matchAll(/^\| (`\w+`.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | '))
    .filter((cells) => cells.length === columns);
const isNames = (cell: string): boolean => /^`[A-Z]\w+`(, `[A-Z]\w+`)*$/.test(cell);
const namesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
/** Words say that there is no default, and `required` that a value has to be given. */
const defaultIn = (cell: string): string | undefined =>
  cell === 'required' ? undefined : (/^`(.*)`$/.exec(cell)?.[1] ?? '');
