import { days, earlier, hours, type Instant } from '../../../../lib/model/time/time.ts';
import type { LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import type { MadeStop } from './stop-book.ts';

/** Between which bounds the risk lies that a rule allows, in percent: they differ where a stop is just about to count. */
export type AllowedRisk = {
  readonly least: number;
  readonly most: number;
  /** How often it was certainly halved for the VM, and the greatest share that may be left of it in the project. */
  readonly halved: number;
  readonly share: number;
};

type RuleTerms = Pick<LearnedRule, 'name' | 'learned'>;

const month = days(28);
/** How far apart the newest sample and a poll may be. */
const unsure = hours(1);

/** Computes the risk that a rule allows for a VM once more, as docs/rules.md says it. */
export function allowedRisk(
  { name, learned }: RuleTerms,
  subject: string,
  stops: readonly MadeStop[],
  now: Instant,
): AllowedRisk {
  const count = (some: readonly MadeStop[], until: Instant, from: Instant): Range => {
    const between = (least: number, most: number) =>
      some.filter(({ madeAt }) => madeAt > least && madeAt <= most).length;
    return [between(from + unsure, until - unsure), between(from - unsure, until + unsure)];
  };
  const from = earlier(now, month);
  const soon = earlier(now, learned.within);
  const never = earlier(now, (-2 * unsure) as typeof unsure);
  const ofRule = newestOfEach(stops.filter((stop) => stop.rule === name));
  const wrongOfVm = stops.filter((stop) => stop.isWrong && stop.subject === subject);
  const own = count(wrongOfVm, never, from);
  const wrong = count(
    ofRule.filter(({ isWrong }) => isWrong),
    never,
    from,
  );
  const right = count(
    ofRule.filter(({ isWrong }) => !isWrong),
    soon,
    from,
  );
  const shares = range(wrong).flatMap((w) => range(right).map((r) => shareOf(w, w + r, learned.risk / 100)));
  return {
    least: (learned.risk * Math.min(...shares)) / 2 ** own[1],
    most: (learned.risk * Math.max(...shares)) / 2 ** own[0],
    halved: own[0],
    share: Math.max(...shares),
  };
}

/** Returns the newest stops of each VM that count for its project. */
const newestOfEach = (stops: readonly MadeStop[]): readonly MadeStop[] =>
  stops.filter(
    ({ subject, madeAt }) =>
      stops.filter((other) => other.subject === subject && other.madeAt > madeAt).length < 16,
  );

type Range = readonly [number, number];
const range = ([from, until]: Range): readonly number[] =>
  Array.from({ length: until - from + 1 }, (_, index) => from + index);

/** Returns what is left of a risk after so many wrong stops, beside twenty others that are taken to be right. */
const shareOf = (wrong: number, made: number, risk: number): number =>
  wrong === 0 ? 1 : Math.min(1, (risk * (made + 20)) / wrong);
