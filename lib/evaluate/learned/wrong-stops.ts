import type { Subject } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import { type IdleRule, type Learned, wrongWithinOf } from '../../model/rules/idle-rule.ts';
import { days, earlier, type Instant, type Span } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';

/** The time for which a wrong stop makes rules that learn more careful. */
const remembered: Span = days(28);
/** The number of stops of a project from which on their share of wrong ones counts. */
const enoughStops = 20;
/** The chance of as many wrong stops at the risk of a rule, below which they are no accident. */
const leastChance = 0.05;

/** The highest risk at which a rule may find a VM idle, in percent, and a sentence that states it. */
export type AllowedRisk = { readonly risk: number; readonly because: string };

type LearnedRule = Pick<IdleRule, 'name'> & { readonly learned: Learned };

/**
 * Returns the highest risk at which a rule may find a VM idle: that of the policy, halved for each wrong stop of the VM,
 * by any rule, in the last four weeks. If clearly more of the rule's stops in the project were wrong in that time than
 * its risk allows, the risk is scaled by the ratio of the two. It never exceeds that of the policy.
 */
export function allowedRisk(
  { name, learned }: LearnedRule,
  subject: Subject,
  stops: readonly PastStop[],
  now: Instant,
): AllowedRisk {
  const since = earlier(now, remembered);
  const wrongOf = (some: readonly PastStop[]) =>
    some.flatMap(({ wrong }) => wrong.filter((at) => at > since));
  const own = wrongOf(stops.filter((stop) => stop.subject === subject)).length;
  const ofRule = stops.filter((stop) => stop.rule === name);
  const wrong = wrongOf(ofRule).length;
  const right = ofRule.flatMap((stop) =>
    stop.made.filter((at) => isRight(stop, at, since, learned, now)),
  ).length;
  const share = shareBeyond(wrong, wrong + right, learned.risk / 100);
  if (own === 0 && share === 1) return { risk: learned.risk, because: `The rule allows ${learned.risk} %` };
  const risk = (learned.risk * share) / 2 ** own;
  const causes = [
    ...(own === 0 ? [] : [`${counted(own, 'wrong stop')} of it`]),
    ...(share === 1 ? [] : [`${wrong} wrong stops of ${wrong + right} in this project`]),
  ];
  return {
    risk,
    because: `The rule allows ${Number(risk.toPrecision(2))} % after ${causes.join(' and ')} in four weeks`,
  };
}

/** Reports whether a stop was right: it is not wrong, and may no longer turn out to be. */
const isRight = ({ wrong }: PastStop, at: Instant, since: Instant, learned: Learned, now: Instant): boolean =>
  at > since && at <= earlier(now, wrongWithinOf({ learned })) && !wrong.includes(at);

/** Returns the ratio of a risk to the share of wrong stops, where so many are no accident; else 1. */
function shareBeyond(wrong: number, made: number, risk: number): number {
  if (made < enoughStops || chanceOfAtLeast(wrong, made, risk) >= leastChance) return 1;
  return (risk * made) / wrong;
}

/** Returns the chance that at least so many of some stops are wrong, if each is by a chance below 1 (binomial). */
function chanceOfAtLeast(wrong: number, made: number, chance: number): number {
  let [term, fewer] = [(1 - chance) ** made, 0];
  for (let count = 0; count < wrong; count += 1) {
    fewer += term;
    term *= ((made - count) / (count + 1)) * (chance / (1 - chance));
  }
  return 1 - fewer;
}
