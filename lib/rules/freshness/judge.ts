import { listUnreadableFacts, Part, unreadableFactsInWords } from '../../model/facts/observation.ts';
import { findUnsupportedPart } from '../../model/facts/unsupported.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import {
  computeSpan,
  hours,
  isoSecond,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import type { SightFacts } from '../facts.ts';
import { endsAfterHovering, type Judge, type TimingSelector } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import type { FreshnessFigures, FreshnessRule } from './terms.ts';
import { allowedWithoutPoll, findReporter, identifyAlert, judgeAge, judgeWatcher } from './watcher.ts';

/** Judges whether a target was polled recently and completely, and whether spendwatch itself kept polling. */
export function judgeFreshness(rule: FreshnessRule, facts: SightFacts): Verdict[] {
  const { target, head, now } = facts;
  if (target.kind === 'group' || !matchesTarget(rule.match, target)) return [];
  const watcher = judgeWatcher(rule, facts);
  const unsupported =
    target.kind === 'account' ? findUnsupportedPart(facts.unsupported, 'account', now) : undefined;
  if (unsupported !== undefined)
    return [
      watcher,
      { ...identifyAlert(rule, facts, 'target'), kind: 'clear', because: unsupported.because, figures: null },
    ];
  // Without a successful poll, nothing is known of parts and spend.
  if (head.failedPolls > 0) return [watcher, judgeTarget(rule, facts)];
  return [
    watcher,
    judgeTarget(rule, facts),
    judgeParts(rule, facts),
    judgeFields(rule, facts),
    judgeSpend(rule, facts),
  ];
}

function judgeTarget(rule: FreshnessRule, facts: SightFacts): Verdict {
  const { head, now } = facts;
  const seenAt = head.observation?.at ?? null;
  const since = seenAt ?? head.beganAt ?? now;
  const age = computeSpan(since, now);
  const start = seenAt === null ? 'no successful poll since monitoring began' : 'last successful poll';
  const because =
    head.failedPolls === 0 && age === 0
      ? 'polled just now'
      : `${start} at ${isoSecond(since)}, ${spanInWords(age)} ago: ${head.failedBecause ?? 'no poll was made'}`;
  const identity = identifyAlert(rule, facts, 'target');
  if (head.failureScope === 'unlisted')
    return { ...identity, kind: 'clear', because: 'the cloud no longer lists it', figures: null };
  const figures = { of: 'target', seenAt, allowed: allowedWithoutPoll(rule, facts) } as const;
  const verdict = judgeAge(identity, figures, age, because);
  // A cloud that does not respond at all is one alert, however many targets it affects.
  if (head.failureScope !== 'everything' || findReporter(rule, facts) === facts.target.id) return verdict;
  return {
    ...identity,
    kind: 'unknown',
    because: `${because}; the alert is on another target`,
    figures: null,
    lacks: null,
  };
}

/** Judges the parts other than spend, which has its own limit. All that fail are one alert. */
function judgeParts(rule: FreshnessRule, facts: SightFacts): Verdict {
  const { head, now } = facts;
  const allowed = allowedWithoutPoll(rule, facts);
  const failing = Part.options
    .flatMap((part) => {
      const since = head.failingSince[part];
      return part === 'spend' || since === undefined ? [] : [{ part, since, age: computeSpan(since, now) }];
    })
    .filter(({ age }) => age >= allowed)
    .sort((left, right) => right.age - left.age);
  const [longest] = failing;
  const identity = identifyAlert(rule, facts, 'part');
  if (longest === undefined)
    return { ...identity, kind: 'clear', because: 'no part has been failing for long', figures: null };
  const because = failing
    .map(({ part, age }) => `${part} incomplete for ${spanInWords(age)}${formatMissingReason(part, facts)}`)
    .join('; ');
  const figures: Omit<FreshnessFigures, 'kind'> = {
    of: 'part',
    seenAt: head.seenAt[longest.part] ?? null,
    allowed,
  };
  // The level is the number of failing parts.
  return judgeAge(identity, figures, longest.age, because, failing.length);
}

/**
 * Judges facts from the cloud that cannot be read. The level is their number, so that only more of them are
 * notified again.
 */
function judgeFields(rule: FreshnessRule, facts: SightFacts): Verdict {
  const { observation } = facts.head;
  const fields = observation === null ? [] : listUnreadableFacts(observation);
  const identity = identifyAlert(rule, facts, 'field');
  if (observation === null || fields.length === 0)
    return { ...identity, kind: 'clear', because: 'all facts from the cloud can be read', figures: null };
  const because = unreadableFactsInWords(fields);
  const figures = { kind: 'freshness', of: 'field', seenAt: observation.at, allowed: noTime } as const;
  return { ...identity, kind: 'breached', severity: 'warning', level: fields.length, because, figures };
}
const noTime: Span = milliseconds(0);

function judgeSpend(rule: FreshnessRule, facts: SightFacts): Verdict {
  const { head, now } = facts;
  const identity = identifyAlert(rule, facts, 'spend');
  const unsupported = findUnsupportedPart(facts.unsupported, 'spend', now);
  if (unsupported !== undefined && unsupported.instead === null)
    return { ...identity, kind: 'clear', because: unsupported.because, figures: null };
  const since = head.reportedUntil ?? head.beganAt ?? now;
  const age = milliseconds(Math.max(0, computeSpan(since, now)));
  const report =
    head.reportedUntil === null
      ? `no spend reported since monitoring began at ${isoSecond(since)}`
      : `spend reported up to ${isoSecond(since)}`;
  const because = `${report}, ${spanInWords(age)} ago${formatMissingReason('spend', facts)}`;
  const figures = { of: 'spend', seenAt: head.reportedUntil, allowed: allowedReport(rule, facts) } as const;
  return judgeAge(identity, figures, age, because);
}

/** The maximum age of a report when it is requested. Reports end at a full hour. */
const reportsLag: Span = hours(2);
const allowedReport = ({ spend }: FreshnessRule, { intervals }: SightFacts): Span =>
  milliseconds(Math.max(spend, intervals.spendEvery + reportsLag));

function formatMissingReason(part: Part, { head }: SightFacts): string {
  const missing = head.observation?.missing.find((entry) => entry.part === part);
  return missing === undefined ? '' : ` (${missing.because})`;
}

export const freshnessJudge: Judge<FreshnessRule> = {
  judge: () => [],
  judgeSight: judgeFreshness,
};

export const freshnessTiming: TimingSelector<FreshnessRule> = endsAfterHovering;
