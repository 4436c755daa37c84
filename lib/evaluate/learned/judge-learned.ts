import type { UsagePoint } from '../../model/facts/usage.ts';
import { type UseHistory, useLookup, useOverlap, withUse } from '../../model/facts/use-history.ts';
import type { PastStop } from '../../model/intent.ts';
import { type IdleRule, type Learned, leastKnown, signalsWindow } from '../../model/rules/idle-rule.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import {
  between,
  earlier,
  type Instant,
  isoSecond,
  later,
  milliseconds,
  spanInWords,
} from '../../model/time/time.ts';
import { evidenceOf, leastQuiet } from './risk.ts';
import { riskInWords } from './risk-in-words.ts';
import { horizonOf, riskOf } from './scorecard.ts';
import { allowedRisk } from './wrong-stops.ts';

/** The input for judging a VM by a learned rule; `byWindow` judges it by a fixed window of the rule. */
export type Learning = {
  readonly rule: IdleRule;
  readonly learned: Learned;
  readonly history: UseHistory | null;
  /** The samples of the last hours, oldest first. */
  readonly points: readonly UsagePoint[];
  /** The past stops of the project. */
  readonly stops: readonly PastStop[];
  /** The time of the newest sample with CPU. */
  readonly now: Instant | undefined;
  readonly byWindow: (rule: IdleRule) => Verdict;
};

/**
 * Judges whether a VM is so unlikely to be used soon that it may be stopped. Its other signals are judged by a window
 * of four hours, as by all idle rules: unless they are known and quiet too, the VM is not idle, however low the risk.
 */
export function judgeLearned({
  rule,
  learned,
  history: stored,
  points,
  stops,
  now,
  byWindow,
}: Learning): Verdict {
  // CPU is judged by the machine's history.
  const bySignals = byWindow({ ...rule, window: signalsWindow, cpuBelow: Number.POSITIVE_INFINITY });
  if (now === undefined || bySignals.figures === null) return bySignals;
  const from = stored?.spells.at(-1)?.until;
  const news = from === undefined ? points : points.filter(({ at }) => at > earlier(from, useOverlap));
  const history = withUse(stored, news, now, learned.inUse);
  const { subject, episode, figures } = bySignals;
  const about = { rule: rule.name, subject, episode, figures };
  if (history === null || between(history.since, now) < leastKnown) {
    if (learned.untilKnown !== null) return byWindow({ ...rule, window: learned.untilKnown });
    const since = history?.since ?? now;
    const because = `not enough data: known since ${isoSecond(since)}; this rule can judge it from ${isoSecond(later(since, leastKnown))} on`;
    return { ...about, kind: 'unknown', because };
  }
  const evidence = evidenceOf(history, points, now, learned.within);
  if (evidence === null) return { ...about, ...notQuiet(history, now, learned.inUse) };
  const risk = riskOf(evidence, horizonOf(learned.within));
  const because = riskInWords(history, evidence, risk, now, learned.within);
  const allowed = allowedRisk({ name: rule.name, learned }, subject, stops, now);
  if (risk * 100 > allowed.risk)
    return { ...about, kind: 'clear', because: `may be used soon: ${because} ${allowed.because}` };
  if (bySignals.kind !== 'breached' || figures?.kind !== 'idle') return bySignals;
  return { ...bySignals, because, figures: { ...figures, since: evidence.quietSince, risk } };
}
/**
 * Returns why the risk cannot be weighed: the VM is in use, was quiet for too short a time, or its samples are missing.
 */
function notQuiet(
  history: UseHistory,
  now: Instant,
  limit: number,
): Pick<Verdict, 'because'> & { readonly kind: 'clear' | 'unknown' } {
  const present = useLookup(history).at(now);
  if (present?.use === 'missing')
    return { kind: 'unknown', because: 'not enough data: samples of the last half hour are missing' };
  if (present?.use === 'used')
    return { kind: 'clear', because: `in use: the mean CPU of the last half hour is ${limit} % or more` };
  const idle = spanInWords(present === null ? milliseconds(0) : between(present.from, now));
  return {
    kind: 'clear',
    because: `in use until ${idle} ago; this rule waits for ${spanInWords(leastQuiet)} without use`,
  };
}
