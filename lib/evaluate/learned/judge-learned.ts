import type { UsagePoint } from '../../model/facts/usage.ts';
import { type UseHistory, useLookup, useOverlap, withUse } from '../../model/facts/use-history.ts';
import type { Subject } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import {
  type IdleRule,
  type Learned,
  type LearnedRule,
  leastKnown,
  signalsWindow,
  wrongWithinOf,
} from '../../model/rules/idle-rule.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import {
  between,
  days,
  earlier,
  type Instant,
  isoSecond,
  later,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { evidenceOf, leastQuiet } from './risk.ts';
import { riskInWords } from './risk-in-words.ts';
import { horizonOf, riskOf } from './scorecard.ts';

/** What a learned rule knows of a VM. */
export type Learning = {
  readonly rule: LearnedRule;
  readonly subject: Subject;
  readonly history: UseHistory | null;
  /** The samples of the last hours, oldest first. */
  readonly points: readonly UsagePoint[];
  /** The past stops of the project. */
  readonly stops: readonly PastStop[];
  /** Returns how unusual its use was lately together with that of similar VMs, by its history and its own figure. */
  readonly around: (history: UseHistory, own: number) => number;
  /** The time of the newest sample with CPU. */
  readonly now: Instant | undefined;
};

/**
 * Judges whether a VM is so unlikely to be used soon that it may be stopped. Its other signals are judged by a window
 * of four hours, as by all idle rules: unless they are known and quiet too, the VM is not idle, however low the risk.
 */
export function judgeLearned(learning: Learning, byWindow: (rule: IdleRule) => Verdict): Verdict {
  const { rule, now } = learning;
  const { learned } = rule;
  // CPU is judged by the machine's history.
  const bySignals = byWindow({ ...rule, window: signalsWindow, cpuBelow: Number.POSITIVE_INFINITY });
  if (now === undefined || bySignals.figures === null) return bySignals;
  const history = continuedUse(learning);
  const { subject, episode, figures } = bySignals;
  const about = { rule: rule.name, subject, episode, figures };
  if (history === null || between(history.since, now) < leastKnown) {
    if (learned.untilKnown !== null) return byWindow({ ...rule, window: learned.untilKnown });
    // What was announced before the rule began to learn is called off by use, as it promised.
    if (bySignals.kind === 'clear') return bySignals;
    if (history !== null && useLookup(history).at(now)?.use === 'used')
      return { ...about, kind: 'clear', because: inUse(learned.inUse) };
    const since = history?.since ?? now;
    const because = `not enough data: known since ${isoSecond(since)}; this rule can judge it from ${isoSecond(later(since, leastKnown))} on`;
    return { ...about, kind: 'unknown', because, lacks: null };
  }
  const weighed = weigh(learning, history, now);
  if (weighed === null) return { ...about, ...notQuiet(history, now, learned.inUse), lacks: null };
  const { evidence, risk, allowed } = weighed;
  const because = riskInWords(history, evidence, risk, now, learned.within);
  if (risk * 100 > allowed.risk)
    return { ...about, kind: 'clear', because: `may be used soon: ${because} ${allowed.because}` };
  if (bySignals.kind !== 'breached' || figures?.kind !== 'idle') return bySignals;
  return { ...bySignals, because, figures: { ...figures, since: evidence.quietSince, risk } };
}

/** Returns the use of a VM up to its newest sample. */
export function continuedUse({ rule, history, points, now }: Learning): UseHistory | null {
  const from = history?.spells.at(-1)?.until;
  const news = from === undefined ? points : points.filter(({ at }) => at > earlier(from, useOverlap));
  return withUse(history, news, now, rule.learned.inUse);
}

/**
 * Reports whether a VM is not idle whatever its other signals show: it is in use, was in use lately, or its risk is too
 * high. The history reaches up to that time or beyond.
 */
export function isRuledOutByRisk(learning: Learning, history: UseHistory | null): boolean {
  const { now } = learning;
  if (history === null || now === undefined || between(history.since, now) < leastKnown) return false;
  const weighed = weigh(learning, history, now);
  return weighed === null || weighed.risk * 100 > weighed.allowed.risk;
}

function weigh({ rule, subject, points, stops, around }: Learning, history: UseHistory, now: Instant) {
  const { within } = rule.learned;
  const evidence = evidenceOf(history, points, now, within, (own) => around(history, own));
  if (evidence === null) return null;
  const risk = riskOf(evidence, horizonOf(within));
  return { evidence, risk, allowed: allowedRisk(rule, subject, stops, now) };
}

const inUse = (limit: number): string => `in use: the mean CPU of the last half hour is ${limit} % or more`;

/**
 * Returns why the risk cannot be weighed: the VM is in use, was quiet for too short a time, or its samples are missing.
 */
function notQuiet(
  history: UseHistory,
  now: Instant,
  limit: number,
): Pick<Verdict, 'because'> & { readonly kind: 'clear' | 'unknown' } {
  const { at } = useLookup(history);
  const present = at(now);
  if (present?.use === 'missing')
    return { kind: 'unknown', because: 'not enough data: samples of the last half hour are missing' };
  if (present?.use === 'used') return { kind: 'clear', because: inUse(limit) };
  const idle = spanInWords(present === null ? milliseconds(0) : between(present.from, now));
  const wasUsed = present === null || at(present.from)?.use === 'used';
  return {
    kind: 'clear',
    because: `${wasUsed ? 'in use' : 'samples are missing'} until ${idle} ago; this rule waits for ${spanInWords(leastQuiet)} without use`,
  };
}

/** The time for which a wrong stop makes rules that learn more careful. */
const remembered: Span = days(28);
/** The number of stops of a project from which on their share of wrong ones counts. */
const enoughStops = 20;
/** The chance of as many wrong stops at the risk of a rule, below which they are no accident. */
const leastChance = 0.05;

/** The highest risk at which a rule may find a VM idle, in percent, and a sentence that states it. */
type AllowedRisk = { readonly risk: number; readonly because: string };

/**
 * Returns the highest risk at which a rule may find a VM idle: that of the policy, halved for each wrong stop of the VM,
 * by any rule, in the last four weeks. If clearly more of the rule's stops in the project were wrong in that time than
 * its risk allows, the risk is scaled by the ratio of the two. It never exceeds that of the policy.
 */
export function allowedRisk(
  { name, learned }: Pick<LearnedRule, 'name' | 'learned'>,
  subject: Subject,
  stops: readonly PastStop[],
  now: Instant,
): AllowedRisk {
  const since = earlier(now, remembered);
  const ofVm = stops.filter((stop) => stop.subject === subject);
  const own = ofVm.flatMap((stop) => stop.wrong.filter((at) => at > since)).length;
  const ofRule = stops.filter((stop) => stop.rule === name);
  // A head knows the newest stops of a VM, and older wrong ones, beside which the right ones are missing.
  const wrong = ofRule.flatMap((stop) =>
    stop.made.filter((at) => at > since && stop.wrong.includes(at)),
  ).length;
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
