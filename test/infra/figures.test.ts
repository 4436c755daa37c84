import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { problems } from '../../lib/config/settings/log-level.ts';
import { metricNamespace, metrics } from '../../lib/config/settings/metrics.ts';
import { aStack, checkout, resourceIn, type Synthesised } from './a-stack.ts';

const Query = z.object({ Name: z.string(), QueryString: z.string(), LogGroupNames: z.array(z.unknown()) });
const names = Object.keys(metrics).toSorted();

describe('the figures of a deployment', () => {
  const plain = aStack();
  const drawn = aStack({ dashboard: true });
  const measured = aStack({ dashboard: true, metrics: true });
  const bodyOf = ({ stack, template }: Synthesised) =>
    JSON.stringify(stack.resolve(Object.values(template.findResources('AWS::CloudWatch::Dashboard'))));
  const queriesOf = ({ template }: Synthesised) =>
    Object.values(template.findResources('AWS::Logs::QueryDefinition')).map(({ Properties }) =>
      Query.parse(Properties),
    );

  it('are in saved queries, which cost nothing, and in no dashboard or metric unless that was asked for', () => {
    plain.template.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
    expect(JSON.stringify(plain.template)).not.toContain('SPENDWATCH_DEPLOYMENT');
    const asked = queriesOf(plain)
      .map(({ QueryString }) => QueryString)
      .join();
    expect([...new Set(asked.match(/(?<=max\()\w+/g))].toSorted()).toEqual(names);
  });

  it('are asked of the logs that the functions write', () => {
    const group = (prefix: string) => ({
      Ref: resourceIn(plain.template, 'AWS::Logs::LogGroup', prefix).name,
    });
    const [watch, act] = [group('SpendwatchWatchLog'), group('SpendwatchActLog')];
    for (const { Name, LogGroupNames } of queriesOf(plain)) {
      if (Name.includes('Problems')) expect(LogGroupNames).toEqual([watch, act]);
      else expect(LogGroupNames).toEqual([Name.includes('Duration') ? watch : act]);
    }
  });

  it('are those of one deployment where there are several', () => {
    const [first] = queriesOf(plain);
    expect(first?.Name).toMatch(/^Spendwatch-Spendwatch-\w+\/|^Spendwatch-\w+\/|^Spendwatch\//);
  });

  it('name problems as the log does', () => {
    const folder = join(checkout, 'lib/jobs');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    for (const trouble of problems) expect(sources).toContain(`'${trouble}'`);
  });

  it('are drawn from the logs on a dashboard that has no metrics of its own', () => {
    const body = bodyOf(drawn);
    expect(body).not.toContain(`\\"${metricNamespace}\\"`);
    for (const name of names) expect(body).toContain(`max(${name})`);
    expect(body).toContain('AWS/Lambda');
    expect(JSON.stringify(drawn.template)).not.toContain('SPENDWATCH_DEPLOYMENT');
  });

  it('are drawn from every metric that the functions write, under the name that they write it by', () => {
    const body = bodyOf(measured);
    const shown = new Set([...body.matchAll(/\\"spendwatch\\",\\"(\w+)\\"/g)].map(([, name]) => name));
    expect([...shown].toSorted()).toEqual(names);
    for (const leg of ['SpendwatchAct', 'SpendwatchWatch']) {
      const variables = JSON.stringify(
        resourceIn(measured.template, 'AWS::Lambda::Function', leg).properties,
      );
      const [, deployment] = variables.match(/"SPENDWATCH_DEPLOYMENT":"([^"]+)"/) ?? [];
      expect(body).toContain(`\\"Deployment\\",\\"${deployment}\\"`);
    }
  });
});
