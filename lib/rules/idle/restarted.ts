import { getEpisode, type Resource } from '../../model/facts/resource.ts';
import { usageSlot } from '../../model/facts/usage.ts';
import type { Subject } from '../../model/ids.ts';
import {
  computeSpan,
  type Instant,
  isoSecond,
  later,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';
import type { Verdict } from '../verdict.ts';
import { getWindowSpan } from './idle-window.ts';
import { type IdleRule, isLearned, signalsWindow, withWindow } from './terms.ts';

/** A VM that may have been restarted. */
type Candidate = {
  readonly subject: Subject;
  readonly resource: Resource;
  readonly facts: Pick<Facts, 'restarts'>;
  readonly at: Instant;
};

/**
 * Returns when the window of a VM began anew: one slot after the boot that answered an announcement; `null`
 * without such a boot.
 */
export function windowBegan(
  rule: IdleRule,
  { subject, facts }: Pick<Candidate, 'subject' | 'facts'>,
): Instant | null {
  const restart = facts.restarts?.find(
    (candidate) => candidate.rule === rule.name && candidate.subject === subject,
  );
  return restart === undefined ? null : later(restart.at, usageSlot);
}

/** Returns a clear verdict if a VM was restarted so lately that its window has not passed since; otherwise nothing. */
export function judgeRestarted(
  rule: IdleRule,
  vm: Candidate,
  /** The maximum delay of samples that are missing; zero if none were requested. */
  lateBy: Span = milliseconds(0),
): Verdict[] {
  const { subject, resource, at } = vm;
  const begun = windowBegan(rule, vm);
  const length = getWindowSpan(isLearned(rule) ? withWindow(rule, signalsWindow) : rule, resource);
  if (begun === null || computeSpan(begun, at) >= length + lateBy) return [];
  const because = `it was restarted after its stop was announced: its ${spanInWords(length)} begin anew at ${isoSecond(begun)}`;
  const identity = { rule: rule.name, subject, episode: getEpisode(resource) };
  return [{ ...identity, kind: 'clear', because, figures: null, isRestarted: true }];
}
