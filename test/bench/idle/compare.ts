import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { type Definition, judgeBy, peers, within } from './definitions.ts';
import { fleetOf } from './machine-life.ts';
import { judgeByRisk } from './rules.ts';
import { type Judge, scoreOf } from './score.ts';
import { judgeByRule, ruleOf } from './spendwatch.ts';
import { tableOf } from './table.ts';
import { slotsADay } from './traces.ts';
import { type Truth, truths } from './truth.ts';
import type { Run, View } from './views.ts';

type Candidate = { readonly name: string; readonly judge: Judge; readonly notice?: number };

/** This rule and the peers', view by view and by each meaning of truly idle. */
export function* compared(views: readonly View[]): Generator<string> {
  for (const view of views) {
    yield `\n${view.name}: ${view.says}; ${view.runs.length} runs`;
    const scored = candidatesFor(view).map(({ name, judge, notice }) => ({
      name,
      scores: scoreOf(view.runs, judge, truths, notice),
    }));
    for (const [index, truth] of truths.entries()) {
      const rows = scored.flatMap(({ name, scores }) => {
        const score = scores[index];
        return score === undefined ? [] : [{ name, score }];
      });
      yield `\n${saysOf(truth, rows[0]?.score.idleHours ?? 0)}`;
      yield* tableOf(rows);
    }
  }
}

const saysOf = ({ name }: Truth, idleHours: number): string =>
  `${name}: ${Math.round(idleHours)} truly idle hours`;

function candidatesFor({ longestWindow, runs }: View): readonly Candidate[] {
  const ours = [4, 8, 12, 24, 168]
    .filter((window) => hours(window) <= longestWindow * usageSlot)
    .map((window) => ({
      name: `spendwatch, ${window} h`,
      judge: judgeByRule(ruleOf({ window: hours(window) })),
    }));
  // It judges nothing that is known for less than a day.
  const learns = longestWindow < slotsADay ? [] : [{ name: 'learned, risk 5 %', judge: learnedOn(runs) }];
  return [
    ...ours,
    ...learns,
    {
      name: 'spendwatch, 12 h, and 1 h of notice',
      judge: judgeByRule(ruleOf({ window: hours(12) })),
      notice: hours(1) / usageSlot,
    },
    ...peers.map((peer) => {
      const known = within(peer, longestWindow);
      return { name: `${peer.name}${shortened(peer, known)}`, judge: judgeBy(known) };
    }),
  ];
}

/** The learned rule, which judges each run beside the others. */
function learnedOn(runs: readonly Run[]): Judge {
  const alone = runs.map(({ cpu }, vm) => ({
    vm,
    cpu: Float64Array.from(cpu),
    network: null,
    disk: null,
    similar: null,
  }));
  const judges = new Map(fleetOf(alone).map((machine, index) => [runs[index], judgeByRisk(0.05)(machine)]));
  // Asked at a slot, it knows the samples before it.
  return (run, slots) => slots.map((slot) => judges.get(run)?.isIdle(slot - 1) ?? false);
}

const shortened = (meant: Definition, known: Definition): string =>
  known.window === meant.window ? '' : `, cut to ${inWords(known.window)}`;
const inWords = (slots: number): string =>
  slots < slotsADay ? `${(slots * 24) / slotsADay} h` : `${slots / slotsADay} d`;
