import { idlenessOf, type Truth, useOf } from './truth.ts';
import type { Run } from './views.ts';

/** What a rule says of a run at each slot it is asked about: `true` is idle. */
export type Judge = (run: Run, slots: readonly number[]) => readonly boolean[];

export type Score = {
  /** Truly idle hours, and those of them in which the rule said so. */
  readonly idleHours: number;
  readonly caughtHours: number;
  /** First moments of idle after anything else, with 8 hours of trace behind them. */
  readonly stops: number;
  /** Stops of machines that were in use again within those 8 hours. */
  readonly wrong: number;
  /** The same of machines that were not yet idle when the rule was switched on. */
  readonly laterStops: number;
  readonly laterWrong: number;
};

/** Samples come to the watcher in this step: every 15 minutes. */
const step = 3;
const slotsAnHour = 12;
const followUp = 8 * slotsAnHour;

const slotsCounted = ({ cpu, countFrom }: Run): number[] =>
  Array.from({ length: Math.floor((cpu.length - countFrom) / step) }, (_, index) => countFrom + index * step);

/**
 * Replays a rule. Asked at a slot, it knows the samples before it. The rule is switched on when
 * counting begins: whoever it then finds idle it stops, and stops again only after it said otherwise.
 * With a notice, in slots, it stops only what it called idle all that time.
 */
export function scoreOf(
  runs: readonly Run[],
  judge: Judge,
  truths: readonly Truth[],
  notice = 0,
): readonly Score[] {
  const scores = truths.map(() => ({ ...nothing }));
  for (const run of runs) {
    const slots = slotsCounted(run);
    const spells = spellsOf(judge(run, slots));
    const asksOfNotification = Math.ceil(notice / step);
    const isStopped = (index: number) => (spells[index] ?? 0) > asksOfNotification;
    const stops = [...slots.entries()].filter(
      ([index, slot]) => spells[index] === asksOfNotification + 1 && isFollowed(run, slot),
    );
    for (const [which, truth] of truths.entries()) {
      const score = scores[which];
      if (score === undefined) continue;
      const idle = idlenessOf(run, useOf(run, truth), truth);
      for (const [index, slot] of slots.entries()) {
        if (!idle[slot]) continue;
        score.idleHours += step / slotsAnHour;
        if (isStopped(index)) score.caughtHours += step / slotsAnHour;
      }
      for (const [index, slot] of stops) {
        const wrong = isUsedAgain(run, slot, truth) ? 1 : 0;
        const later = index > asksOfNotification ? 1 : 0;
        score.stops += 1;
        score.wrong += wrong;
        score.laterStops += later;
        score.laterWrong += later * wrong;
      }
    }
  }
  return scores;
}

const nothing: Score = { idleHours: 0, caughtHours: 0, stops: 0, wrong: 0, laterStops: 0, laterWrong: 0 };

/** For each time asked, how many times running the rule has said idle by then. */
function spellsOf(said: readonly boolean[]): readonly number[] {
  let spell = 0;
  return said.map((isIdle) => {
    spell = isIdle ? spell + 1 : 0;
    return spell;
  });
}

const isFollowed = ({ cpu }: Run, slot: number): boolean => slot + followUp <= cpu.length;

/** What went on before the stop is no use after it. */
function isUsedAgain(run: Run, slot: number, truth: Truth): boolean {
  const after: Run = { ...run, cpu: run.cpu.slice(slot, slot + followUp), realFrom: 0, countFrom: 0 };
  return useOf(after, truth).includes(true);
}
