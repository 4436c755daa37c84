import type { UsagePoint } from '../../../model/facts/usage.ts';
import {
  buildUseStretches,
  type SignalHistory,
  type UseHistory,
  type UseMeaning,
  type UseStretch,
  useOverlap,
  withUse,
} from '../../../model/facts/use-history.ts';
import type { Subject } from '../../../model/ids.ts';
import {
  computeSpan,
  days,
  earlier,
  type Instant,
  isoSecond,
  later,
  type Span,
  spanInWords,
} from '../../../model/time/time.ts';
import { counted } from '../../../model/words.ts';
import type { PastStop } from '../../../state/intent.ts';
import type { Verdict } from '../../verdict.ts';
import {
  getWrongStopSpan,
  type IdleRule,
  type LearnedRule,
  type LearnedTerms,
  leastKnown,
  signalsWindow,
  withWindow,
} from '../terms.ts';
import { computeCpuLoad } from './load.ts';
import { computeStopRisk, leastQuiet } from './risk.ts';
import { riskInWords, riskRange } from './risk-in-words.ts';

/** The facts of a VM that a learned rule judges. */
export type LearnedRuleInput = {
  readonly rule: LearnedRule;
  readonly subject: Subject;
  /** The number of its GPUs, and the signals that it ever had. */
  readonly gpus: number;
  readonly had: SignalHistory;
  readonly history: UseHistory | null;
  readonly meaning: UseMeaning;
  /** The samples of the last hours, oldest first. */
  readonly points: readonly UsagePoint[];
  /** The past stops of the project. */
  readonly stops: readonly PastStop[];
  /** The maximum delay of signals. */
  readonly lateBy: Span;
};

/**
 * Judges whether a VM is so unlikely to be used soon that it may be stopped. Unless all its signals but CPU were
 * known and quiet for four hours, it is not idle, however low the risk.
 */
export function judgeLearned(learning: LearnedRuleInput, byWindow: (rule: IdleRule) => Verdict): Verdict {
  const { rule } = learning;
  const { learned } = rule;
  // CPU is judged by the VM's history.
  const bySignals = byWindow({ ...withWindow(rule, signalsWindow), cpuBelow: Number.POSITIVE_INFINITY });
  const history = continuedUse(learning);
  if (history === null || bySignals.figures === null) return bySignals;
  const { now, use, stretches } = lastKnown(learning, history);
  const { subject, episode, figures } = bySignals;
  const identity = { rule: rule.name, subject, episode, figures };
  if (computeSpan(history.since, now) < leastKnown) {
    if (learned.untilKnown !== null) return byWindow(withWindow(rule, learned.untilKnown));
    // Use still cancels a stop that was announced before the rule began to learn.
    if (bySignals.kind === 'clear') return bySignals;
    if (use === 'used') return { ...identity, kind: 'clear', because: inUse(learning.meaning) };
    const because = `not enough data: monitored since ${isoSecond(history.since)}; this rule can judge it from ${isoSecond(later(history.since, leastKnown))}`;
    return { ...identity, kind: 'unknown', because, lacks: null };
  }
  const estimate = computeStopRisk(stretches, now, learned.within, computeVmLoad(learning, now));
  if (estimate === null) return { ...identity, ...notQuiet(stretches, now, learning.meaning), lacks: null };
  const { risk, quietSince } = estimate;
  const words = riskInWords(estimate, now, learned.within);
  const allowed = allowedRisk(rule, subject, learning.stops, now);
  if (risk * 100 > allowed.risk)
    return { ...identity, kind: 'clear', because: `may be used soon: ${words}. ${allowed.because}.` };
  if (bySignals.kind !== 'breached' || figures?.kind !== 'idle') return bySignals;
  const because = `${words}. Risk of stopping it wrongly: ${riskRange(risk)}.`;
  return { ...bySignals, because, figures: { ...figures, since: quietSince, risk } };
}

/** Returns the use of a VM up to its newest sample. */
export function continuedUse({ history, points, meaning, gpus }: LearnedRuleInput): UseHistory | null {
  const from = history?.spells.at(-1)?.until;
  const news = from === undefined ? points : points.filter(({ at }) => at > earlier(from, useOverlap));
  return withUse(history, news, { meaning, gpus, until: points.at(-1)?.at });
}

/**
 * Returns the stretches of a history and the last instant at which the use is known by all signals that the VM
 * ever had. Signals may be late by at most `lateBy`.
 */
function lastKnown({ had, lateBy }: LearnedRuleInput, history: UseHistory) {
  const stretches = buildUseStretches(history, had);
  const end = history.spells.at(-1)?.until ?? history.since;
  const last = stretches.findLast(({ use, until }) => use !== 'unknown' && computeSpan(until, end) <= lateBy);
  return { stretches, now: last?.until ?? end, use: last?.use ?? 'unknown' };
}

/**
 * True if a VM is not idle at an instant whatever its other signals show: it is in use, was in use lately, or its
 * risk is too high. The history must reach that instant.
 */
export function isRuledOutByRisk(
  learning: LearnedRuleInput,
  history: UseHistory | null,
  at: Instant,
): boolean {
  const { rule, subject, stops, had } = learning;
  if (history === null || computeSpan(history.since, at) < leastKnown) return false;
  const estimate = computeStopRisk(
    buildUseStretches(history, had),
    at,
    rule.learned.within,
    computeVmLoad(learning, at),
  );
  return estimate === null || estimate.risk * 100 > allowedRisk(rule, subject, stops, at).risk;
}

const computeVmLoad = ({ points, meaning }: LearnedRuleInput, at: Instant): number =>
  computeCpuLoad(points, at, meaning.cpu);

const inUse = ({ cpu }: UseMeaning): string =>
  `in use: in the last half hour, CPU was ${cpu} % or more on average, or another signal showed use`;

/** Returns why no risk was computed: the VM is in use, was quiet for too short a time, or its samples are missing. */
function notQuiet(
  stretches: readonly UseStretch[],
  now: Instant,
  meaning: UseMeaning,
): Pick<Verdict, 'because'> & { readonly kind: 'clear' | 'unknown' } {
  const [present, previous] = stretches.filter(({ from, until }) => from < now && until > from).toReversed();
  if (present === undefined || present.use === 'unknown')
    return {
      kind: 'unknown',
      because: 'not enough data: samples or signals of the last half hour are missing',
    };
  if (present.use === 'used') return { kind: 'clear', because: inUse(meaning) };
  const cause = previous?.use === 'used' ? 'in use' : 'samples or signals are missing';
  const idle = spanInWords(computeSpan(present.from, now));
  const because = `${cause} until ${idle} ago; this rule waits for ${spanInWords(leastQuiet)} without use`;
  return { kind: 'clear', because };
}

/** The time for which a wrong stop makes rules that learn more careful. */
const remembered: Span = days(28);
/** The number of stops added to those of a project, so that one or two wrong ones by chance weigh little. */
const addedStops = 20;

/** The highest risk at which a rule may find a VM idle, in percent, and a sentence that states it. */
type AllowedRisk = { readonly risk: number; readonly because: string };

/**
 * Returns the highest risk at which a rule may find a VM idle: risk × min(1, risk × (stops + 20) / wrong stops) /
 * 2^n. The stops are those of the rule in the project in four weeks; n is the number of wrong stops of the VM by
 * any rule. The result never exceeds the policy's risk.
 */
export function allowedRisk(
  { name, learned }: Pick<LearnedRule, 'name' | 'learned'>,
  subject: Subject,
  stops: readonly PastStop[],
  now: Instant,
): AllowedRisk {
  const since = earlier(now, remembered);
  const wrongOfVm = stops
    .filter((stop) => stop.subject === subject)
    .flatMap((stop) => stop.wrong.filter((at) => at > since)).length;
  const ofRule = stops.filter((stop) => stop.rule === name);
  // A head keeps the newest stops of a VM, and of older ones only the wrong, which are not counted here.
  const count = (isCounted: (stop: PastStop, at: Instant) => boolean) =>
    ofRule.flatMap((stop) => stop.made.filter((at) => at > since && isCounted(stop, at))).length;
  const wrong = count((stop, at) => stop.wrong.includes(at));
  const right = count((stop, at) => isRight(stop, at, learned, now));
  const share = wrong === 0 ? 1 : Math.min(1, ((learned.risk / 100) * (wrong + right + addedStops)) / wrong);
  if (wrongOfVm === 0 && share === 1)
    return { risk: learned.risk, because: `The rule allows ${learned.risk} %` };
  const risk = (learned.risk * share) / 2 ** wrongOfVm;
  const causes = [
    ...(wrongOfVm === 0 ? [] : [`${counted(wrongOfVm, 'wrong stop')} of this VM`]),
    ...(share === 1 ? [] : [`${counted(wrong, 'wrong stop')} out of ${wrong + right} in this project`]),
  ];
  return {
    risk,
    because: `The rule allows ${Number(risk.toPrecision(2))} % after ${causes.join(' and ')} in four weeks`,
  };
}

/** True if a stop is not wrong and can no longer turn out to be. */
const isRight = ({ wrong }: PastStop, at: Instant, learned: LearnedTerms, now: Instant): boolean =>
  at <= earlier(now, getWrongStopSpan({ learned })) && !wrong.includes(at);
