import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { type Score, scoreOf } from './score.ts';
import { judgeByRule, ruleOf } from './spendwatch.ts';
import { tableOf } from './table.ts';
import { truths } from './truth.ts';
import type { Run, View } from './views.ts';

const windows = [2, 4, 8, 12, 24];
const percentiles = [90, 95, 97, 99];
const limits = [5, 10, 15, 20];

/** What one wrong stop weighs: as much as a week of idleness that went unseen. */
const wrongStop = 168;

type Tried = { readonly name: string; readonly scores: readonly Score[] };

/** The trade-off of this rule over one view, the best first. */
export function* swept({ name, longestWindow, runs: all }: View, every: number): Generator<string> {
  const runs = all.filter((_, index) => index % every === 0);
  const reachable = windows.filter((window) => hours(window) <= longestWindow * usageSlot);
  const tried = reachable.flatMap((window) => triedOver(runs, window));
  for (const [index, truth] of truths.entries()) {
    const rows = tried.flatMap((each) => {
      const score = each.scores[index];
      return score === undefined ? [] : [{ name: each.name, score }];
    });
    rows.sort((left, right) => lossOf(left.score) - lossOf(right.score));
    yield `\n${name}, ${runs.length} runs; ${truth.name}; least loss first, a wrong stop weighing ${wrongStop} missed hours`;
    yield* tableOf(rows);
  }
}

const triedOver = (runs: readonly Run[], window: number): Tried[] =>
  percentiles.flatMap((percentile) =>
    limits.map((cpuBelow) => ({
      name: `${window} h, P${percentile}, ${cpuBelow} %`,
      scores: scoreOf(runs, judgeByRule(ruleOf({ window: hours(window), percentile, cpuBelow })), truths),
    })),
  );

const lossOf = ({ idleHours, caughtHours, wrong }: Score): number =>
  idleHours - caughtHours + wrongStop * wrong;
