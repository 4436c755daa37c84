import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { type Definition, judgeBy, peers, within } from './definitions.ts';
import { type Judge, scoreOf } from './score.ts';
import { judgeByRule, ruleOf } from './spendwatch.ts';
import { tableOf } from './table.ts';
import { slotsADay } from './traces.ts';
import { type Truth, truths } from './truth.ts';
import type { View } from './views.ts';

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

function candidatesFor({ longestWindow }: View): readonly Candidate[] {
  const ours = [4, 8, 12, 24, 168]
    .filter((window) => hours(window) <= longestWindow * usageSlot)
    .map((window) => ({
      name: `spendwatch, ${window} h`,
      judge: judgeByRule(ruleOf({ window: hours(window) })),
    }));
  return [
    ...ours,
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

const shortened = (meant: Definition, known: Definition): string =>
  known.window === meant.window ? '' : `, cut to ${inWords(known.window)}`;
const inWords = (slots: number): string =>
  slots < slotsADay ? `${(slots * 24) / slotsADay} h` : `${slots / slotsADay} d`;
