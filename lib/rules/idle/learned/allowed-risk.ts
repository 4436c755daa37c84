import type { Subject } from '../../../model/ids.ts';
import { days, earlier, type Instant, type Span } from '../../../model/time/time.ts';
import { counted } from '../../../model/words.ts';
import type { PastStop } from '../../../state/intent.ts';
import { type Learned, type LearnedRule, wrongWithinOf } from '../terms.ts';

/** The time for which a wrong stop makes rules that learn more careful. */
const remembered: Span = days(28);
/** Stops are added to those of a project, so that one or two by chance weigh little. */
const addedStops = 20;

/** The highest risk at which a rule may find a VM idle, in percent, and a sentence that states it. */
type AllowedRisk = { readonly risk: number; readonly because: string };

/**
 * Returns the highest risk at which a rule may find a VM idle: risk × min(1, risk × (stops + 20) / wrong stops) / 2^n. The
 * stops are those of the rule in the project in four weeks, and n are the wrong ones of the VM, by any rule. So it
 * never exceeds the risk of the policy.
 */
export function allowedRisk(
  { name, learned }: Pick<LearnedRule, 'name' | 'learned'>,
  subject: Subject,
  stops: readonly PastStop[],
  now: Instant,
): AllowedRisk {
  const since = earlier(now, remembered);
  const own = stops
    .filter((stop) => stop.subject === subject)
    .flatMap((stop) => stop.wrong.filter((at) => at > since)).length;
  const ofRule = stops.filter((stop) => stop.rule === name);
  // A head knows the newest stops of a VM, and older wrong ones, beside which the right ones are missing.
  const count = (isCounted: (stop: PastStop, at: Instant) => boolean) =>
    ofRule.flatMap((stop) => stop.made.filter((at) => at > since && isCounted(stop, at))).length;
  const wrong = count((stop, at) => stop.wrong.includes(at));
  const right = count((stop, at) => isRight(stop, at, learned, now));
  const share = wrong === 0 ? 1 : Math.min(1, ((learned.risk / 100) * (wrong + right + addedStops)) / wrong);
  if (own === 0 && share === 1) return { risk: learned.risk, because: `The rule allows ${learned.risk} %` };
  const risk = (learned.risk * share) / 2 ** own;
  const causes = [
    ...(own === 0 ? [] : [`${counted(own, 'wrong stop')} of it`]),
    ...(share === 1 ? [] : [`${counted(wrong, 'wrong stop')} of ${wrong + right} in this project`]),
  ];
  return {
    risk,
    because: `The rule allows ${Number(risk.toPrecision(2))} % after ${causes.join(' and ')} in four weeks`,
  };
}

/** Reports whether a stop was right: it is not wrong, and may no longer turn out to be. */
const isRight = ({ wrong }: PastStop, at: Instant, learned: Learned, now: Instant): boolean =>
  at <= earlier(now, wrongWithinOf({ learned })) && !wrong.includes(at);
