import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { judgeBy } from './definitions.ts';
import { scoreOf } from './score.ts';
import { judgeByRule, ruleOf } from './spendwatch.ts';
import { type MachineDay, readTraces, slotsADay } from './traces.ts';
import { idlenessOf, type Truth, useOf } from './truth.ts';
import { type Run, viewsOf } from './views.ts';

const times = (count: number, figure: number): number[] => Array.from({ length: count }, () => figure);
const aRun = (cpu: readonly number[], countFrom = 0): Run => ({ vm: 'box', cpu, realFrom: 0, countFrom });
const truth: Truth = { name: '', busyAt: 20, leastIdle: 12 };
/** Where the claims of a list are true: [from, until) of each stretch. */
const stretches = (claims: readonly boolean[]): [number, number][] =>
  claims.flatMap((claim, index): [number, number][] => {
    if (!claim || claims[index - 1]) return [];
    const end = claims.indexOf(false, index);
    return [[index, end < 0 ? claims.length : end]];
  });

describe('truth by hindsight', () => {
  it('is in use where half an hour is, not where one sample is', () => {
    expect(stretches(useOf(aRun([...times(20, 5), 99, ...times(20, 5)]), truth))).toEqual([[15, 26]]);
    expect(stretches(useOf(aRun([...times(20, 5), 90, ...times(20, 5)]), truth))).toEqual([]);
    expect(stretches(useOf(aRun([...times(10, 0), ...times(6, 20), ...times(10, 0)]), truth))).toEqual([
      [10, 16],
    ]);
  });

  it('is idle where use is long enough away', () => {
    const inUse = [...times(12, 0), 1, ...times(11, 0), 1, ...times(13, 0)].map((figure) => figure === 1);
    const run = aRun(times(inUse.length, 0));
    expect(stretches(idlenessOf(run, inUse, truth))).toEqual([
      [0, 12],
      [25, 38],
    ]);
  });
});

describe('a score', () => {
  const day = (busyFrom: number, busyUntil: number): number[] =>
    times(slotsADay, 5).map((figure, slot) => (slot >= busyFrom && slot < busyUntil ? 80 : figure));
  const judge = judgeBy({ name: '', window: 12, percentile: 100, cpuBelow: 10 });

  it('counts a stop as wrong when the machine is in use again within eight hours', () => {
    const hours = (count: number) => count * 12;
    expect(scoreOf([aRun(day(hours(8.5), hours(10)))], judge, [truth])).toMatchObject([
      { stops: 2, wrong: 1, laterStops: 2, laterWrong: 1 },
    ]);
    expect(scoreOf([aRun(day(hours(9), hours(10)))], judge, [truth])).toMatchObject([{ stops: 2, wrong: 0 }]);
  });

  it('counts no stop without eight hours after it', () => {
    expect(scoreOf([aRun(day(0, 12 * 16))], judge, [truth])).toMatchObject([{ stops: 0 }]);
  });

  it('counts the truly idle hours in which the rule said so, after its notice', () => {
    const run = aRun(times(slotsADay, 5), 144);
    expect(scoreOf([run], judge, [truth])).toMatchObject([
      { idleHours: 12, caughtHours: 12, stops: 1, laterStops: 0 },
    ]);
    expect(scoreOf([run], judge, [truth], 12)).toMatchObject([
      { idleHours: 12, caughtHours: 11, stops: 1, laterStops: 0 },
    ]);
  });
});

it('the rule itself says what its definition says, slot by slot', () => {
  const cpu = fc.array(fc.constantFrom(3, 8, 9, 10, 60), { minLength: 24, maxLength: 40 });
  const percentile = fc.constantFrom(50, 90, 95, 97, 100);
  fc.assert(
    fc.property(cpu, percentile, (figures, share) => {
      const run = aRun(figures);
      const slots = [...figures.keys()].filter((slot) => slot > 0);
      const rule = ruleOf({ window: minutes(60), percentile: share, cpuBelow: 10 });
      const definition = { name: '', window: 12, percentile: share, cpuBelow: 10 };
      const afterAWindow = slots.map((slot) => slot >= 12);
      const keep = (said: readonly boolean[]) => said.filter((_, index) => afterAWindow[index]);
      expect(keep(judgeByRule(rule)(run, slots))).toEqual(keep(judgeBy(definition)(run, slots)));
    }),
  );
});

it('the past may be stitched, the future never is', () => {
  const aDay = (date: string, figure: number): MachineDay => ({
    date,
    vm: 'box',
    cpu: times(slotsADay, figure),
  });
  const dates = ['0303', '0306', '0309', '0322', '0325', '0403', '0409', '0411', '0412'];
  const [day, pair, week] = viewsOf(dates.map((date, index) => aDay(`2011${date}`, index)).reverse());
  expect(day?.runs).toHaveLength(9);
  expect(pair?.runs.map(({ cpu }) => [cpu.at(0), cpu.at(-1), cpu.length])).toEqual([[7, 8, 2 * slotsADay]]);
  expect(
    week?.runs.map(({ cpu, realFrom }) => [cpu.at(0), cpu[realFrom - 1], cpu[realFrom], cpu.at(-1)]),
  ).toEqual([
    [0, 6, 7, 7],
    [1, 7, 8, 8],
  ]);
});

it('a trace is read line by line, and a line that is not one is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  const file = join(folder, 'cpu.csv.gz');
  try {
    const line = `20110303,box,${times(slotsADay, 7).join(',')}`;
    writeFileSync(file, gzipSync(`date,vm,cpu\n${line}\n`));
    expect(await readTraces(file)).toEqual([{ date: '20110303', vm: 'box', cpu: times(slotsADay, 7) }]);
    writeFileSync(file, gzipSync(`date,vm,cpu\n${line}\n${line},8\n`));
    await expect(readTraces(file)).rejects.toThrow('line 3 is not');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
