import { Subject, toTarget } from '../../model/ids.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import {
  computeSpan,
  type Instant,
  isoSecond,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import type { SightFacts } from '../facts.ts';
import type { Breach, Verdict } from '../verdict.ts';
import type { FreshnessFigures, FreshnessRule } from './terms.ts';

/** The facts about spendwatch's own polls of a target. */
type WatchFacts = Pick<SightFacts, 'target' | 'now' | 'polledBefore' | 'targets' | 'intervals'>;

/** The minimum number of missed poll intervals that count as a fault, even if the rule allows less time. */
export const leastPolls = 3;
export const allowedWithoutPoll = (
  { unseen }: FreshnessRule,
  { intervals }: Pick<SightFacts, 'intervals'>,
): Span => milliseconds(Math.max(unseen, leastPolls * intervals.pollEvery));

type AlertIdentity = Pick<Verdict, 'rule' | 'subject' | 'episode'>;

/** Returns the identity of the alert on one aspect of freshness. */
export const identifyAlert = (
  { name }: FreshnessRule,
  { target }: Pick<SightFacts, 'target'>,
  of: FreshnessFigures['of'],
): AlertIdentity => ({ rule: name, subject: Subject.parse(target.id), episode: of });

/** Judges an age against its limit. Four times the limit is critical. */
export function judgeAge(
  identity: AlertIdentity,
  facts: Omit<FreshnessFigures, 'kind'>,
  age: Span,
  because: string,
  level: number | null = null,
): Verdict {
  const figures: FreshnessFigures = { kind: 'freshness', ...facts };
  if (age < facts.allowed) return { ...identity, kind: 'clear', because, figures };
  const severity = age >= 4 * facts.allowed ? 'critical' : 'warning';
  return { ...identity, kind: 'breached', severity, level, because, figures };
}

/**
 * Judges whether spendwatch itself stopped polling, as found by the next poll or by a job
 * that does not poll. One target alerts for all.
 */
export function judgeWatcher(rule: FreshnessRule, facts: WatchFacts): Verdict {
  const { now, polledBefore, target } = facts;
  const identity = identifyAlert(rule, facts, 'watcher');
  const gap = computeSpan(polledBefore ?? now, now);
  const figures = { of: 'watcher', seenAt: polledBefore, allowed: allowedWithoutPoll(rule, facts) } as const;
  if (polledBefore === null || gap < figures.allowed)
    return judgeAge(identity, figures, gap, 'spendwatch polls it as scheduled');
  if (findReporter(rule, facts) !== target.id)
    return { ...identity, kind: 'clear', because: 'the alert is on another target', figures: null };
  const because = `spendwatch did not poll from ${isoSecond(polledBefore)} to ${isoSecond(now)} (${spanInWords(gap)})`;
  return judgeAge(identity, figures, gap, because);
}

/** Returns the target that alerts for all: the first that the rule matches. */
export const findReporter = ({ match }: FreshnessRule, { targets }: Pick<WatchFacts, 'targets'>) =>
  targets.find((id) => matchesTarget(match, toTarget(id)));

/**
 * Judges, from a job that does not poll, whether polls of all targets or of this one are missed; `null` if the
 * rule is not breached.
 */
export function judgeMissedHeartbeat(
  rule: FreshnessRule,
  facts: WatchFacts & { readonly newestPoll: Instant },
): Breach | null {
  const { target, now, polledBefore, newestPoll } = facts;
  if (target.kind === 'group' || polledBefore === null || !matchesTarget(rule.match, target)) return null;
  const allowed = allowedWithoutPoll(rule, facts);
  const gap = computeSpan(polledBefore, now);
  if (gap < allowed) return null;
  const because = `no successful poll since ${isoSecond(polledBefore)}, ${spanInWords(gap)} ago, while other targets were polled`;
  const verdict =
    computeSpan(newestPoll, now) >= allowed
      ? judgeWatcher(rule, facts)
      : judgeAge(
          identifyAlert(rule, facts, 'target'),
          { of: 'target', seenAt: polledBefore, allowed },
          gap,
          because,
        );
  return verdict.kind === 'breached' ? verdict : null;
}
