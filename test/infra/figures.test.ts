import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { problems } from '../../lib/config/settings/log-level.ts';
import { metrics } from '../../lib/config/settings/metrics.ts';
import { aStack, checkout, resourceIn, type Synthesised } from './a-stack.ts';

const Query = z.object({ Name: z.string(), QueryString: z.string(), LogGroupNames: z.array(z.unknown()) });
const names = Object.keys(metrics).toSorted();

describe('the figures of a deployment', () => {
  const plain = aStack();
  const measured = aStack({ metrics: true });
  const queriesOf = ({ template }: Synthesised) =>
    Object.values(template.findResources('AWS::Logs::QueryDefinition')).map(({ Properties }) =>
      Query.parse(Properties),
    );

  it('are in saved queries, which cost nothing, and in metrics only where the settings ask for them', () => {
    expect(JSON.stringify(plain.template)).not.toContain('SPENDWATCH_DEPLOYMENT');
    const asked = queriesOf(plain)
      .map(({ QueryString }) => QueryString)
      .join();
    expect([...new Set(asked.match(/(?<=max\()\w+/g))].toSorted()).toEqual(names);
  });

  it('are queried from the logs that the functions write', () => {
    const group = (prefix: string) => ({
      Ref: resourceIn(plain.template, 'AWS::Logs::LogGroup', prefix).name,
    });
    const [watch, act] = [group('SpendwatchWatchLog'), group('SpendwatchActLog')];
    for (const { Name, LogGroupNames } of queriesOf(plain)) {
      if (Name.includes('Problems')) expect(LogGroupNames).toEqual([watch, act]);
      else expect(LogGroupNames).toEqual([Name.includes('Duration') ? watch : act]);
    }
  });

  it('are those of one deployment where an account has several', () => {
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

  it('are written as metrics of one deployment where the settings ask for that', () => {
    for (const leg of ['SpendwatchAct', 'SpendwatchWatch']) {
      const { properties } = resourceIn(measured.template, 'AWS::Lambda::Function', leg);
      expect(JSON.stringify(properties)).toMatch(/"SPENDWATCH_DEPLOYMENT":"[^"]+"/);
    }
  });
});
