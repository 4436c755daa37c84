import { Subject, targetOf } from '../model/ids.ts';
import type { FreshnessRule } from '../model/rules/account-rules.ts';
import type { FreshnessFigures } from '../model/rules/figures.ts';
import { matchesTarget } from '../model/rules/match.ts';
import type { Breach, Verdict } from '../model/rules/verdict.ts';
import {
  between,
  type Instant,
  isoInstant,
  milliseconds,
  type Span,
  spanInWords,
} from '../model/time/time.ts';
import type { SightFacts } from './facts.ts';

/** What is known of spendwatch's own looks at a target. */
type WatchFacts = Pick<SightFacts, 'target' | 'now' | 'polledBefore' | 'targets' | 'intervals'>;

/** A poll or two that come late are no fault yet, however short a time the rule allows. */
export const leastPolls = 3;
export const allowedWithoutPoll = (
  { unseen }: FreshnessRule,
  { intervals }: Pick<SightFacts, 'intervals'>,
): Span => milliseconds(Math.max(unseen, leastPolls * intervals.pollEvery));

type About = Pick<Verdict, 'rule' | 'subject' | 'episode'>;

/** Each matter of sight is an alert of its own. */
export const sightOf = (
  { name }: FreshnessRule,
  { target }: Pick<SightFacts, 'target'>,
  of: FreshnessFigures['of'],
): About => ({ rule: name, subject: Subject.parse(target.id), episode: of });

/** Whether something has lasted too long, and how bad that is: four times too long is critical. */
export function judgeAge(
  about: About,
  told: Omit<FreshnessFigures, 'kind'>,
  age: Span,
  because: string,
  level: number | null = null,
): Verdict {
  const figures: FreshnessFigures = { kind: 'freshness', ...told };
  if (age < told.allowed) return { ...about, kind: 'clear', because, figures };
  const severity = age >= 4 * told.allowed ? 'critical' : 'warning';
  return { ...about, kind: 'breached', severity, level, because, figures };
}

/**
 * Whether spendwatch itself went without looking, seen from the first look after that, or from a job
 * that does not look. One target tells of it for all.
 */
export function judgeWatcher(rule: FreshnessRule, facts: WatchFacts): Verdict {
  const { now, polledBefore, target } = facts;
  const about = sightOf(rule, facts, 'watcher');
  const gap = between(polledBefore ?? now, now);
  const figures = { of: 'watcher', seenAt: polledBefore, allowed: allowedWithoutPoll(rule, facts) } as const;
  if (polledBefore === null || gap < figures.allowed)
    return judgeAge(about, figures, gap, 'spendwatch looks at it as it should');
  if (tellerOf(rule, facts) !== target.id)
    return { ...about, kind: 'clear', because: 'another target tells of it', figures: null };
  const because = `spendwatch itself did not look from ${isoInstant(polledBefore)} to ${isoInstant(now)} (${spanInWords(gap)})`;
  return judgeAge(about, figures, gap, because);
}

/** The target that tells of what concerns all of them alike: the first that the rule speaks of. */
export const tellerOf = ({ match }: FreshnessRule, { targets }: Pick<WatchFacts, 'targets'>) =>
  targets.find((id) => matchesTarget(match, targetOf(id)));

/** What a job that does not look finds of one target: all looks stay away, or only those at this one. */
export function judgeMissedHeartbeat(
  rule: FreshnessRule,
  facts: WatchFacts & { readonly newestPoll: Instant },
): Breach | null {
  const { target, now, polledBefore, newestPoll } = facts;
  if (target.kind === 'group' || polledBefore === null || !matchesTarget(rule.match, target)) return null;
  const allowed = allowedWithoutPoll(rule, facts);
  const gap = between(polledBefore, now);
  if (gap < allowed) return null;
  const because = `no look at it came to anything since ${isoInstant(polledBefore)}, ${spanInWords(gap)} ago, while others were looked at`;
  const verdict =
    between(newestPoll, now) >= allowed
      ? judgeWatcher(rule, facts)
      : judgeAge(
          sightOf(rule, facts, 'target'),
          { of: 'target', seenAt: polledBefore, allowed },
          gap,
          because,
        );
  return verdict.kind === 'breached' ? verdict : null;
}
