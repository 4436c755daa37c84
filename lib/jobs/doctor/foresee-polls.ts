import type { Part } from '../../model/facts/observation.ts';
import type { Fallback } from '../../model/facts/unsupported.ts';
import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { days, type Instant, later, type Span } from '../../model/time/time.ts';
import { planPoll } from '../../observe/what-is-due.ts';
import type { PollPlan } from '../../providers/provider.ts';

/** Returns the number of requests for one part; a list takes one for each page. */
export type RequestsFor = (part: Part, by: Fallback | null) => number;

/** The settings of polls. */
export type Polling = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly every: Span;
};

/** The longest interval that can be set. */
const horizon = days(1);

/** Returns the mean number of requests for a poll of a target over the next day, as the watch job plans them. */
export function requestsPerPoll(
  head: Head,
  { policy, intervals, every }: Polling,
  from: Instant,
  requestsFor: RequestsFor,
): number {
  const polls = Math.max(1, Math.floor(horizon / every));
  let known = head;
  let requests = 0;
  let at = from;
  for (let poll = 0; poll < polls; poll++) {
    at = later(at, every);
    const plan = planPoll(known, policy, intervals, at);
    requests += requestsOf(plan, requestsFor);
    known = afterPoll(known, [...plan.parts, ...plan.fallbacks.keys()], at);
  }
  return requests / polls;
}

/** Returns the number of requests for a poll in which every supported part is due. */
export function requestsOfFullPoll(
  head: Head,
  { policy, intervals }: Polling,
  at: Instant,
  requestsFor: RequestsFor,
): number {
  return requestsOf(planPoll({ ...head, askedAt: {} }, policy, intervals, at), requestsFor);
}

function requestsOf({ parts, fallbacks, usage }: PollPlan, requestsFor: RequestsFor): number {
  let requests = 0;
  for (const part of parts) requests += requestsFor(part, null) * (part === 'usage' ? usage.length : 1);
  for (const [part, by] of fallbacks) requests += requestsFor(part, by);
  return requests;
}

/** Returns the head after a poll in which the same parts answer as in the first; parts that failed are requested again. */
function afterPoll(head: Head, asked: readonly Part[], at: Instant): Head {
  const answers = (part: Part) => part === 'usage' || head.seenAt[part] !== undefined;
  const marked = (parts: readonly Part[]) => Object.fromEntries(parts.map((part) => [part, at]));
  return {
    ...head,
    askedAt: { ...head.askedAt, ...marked(asked) },
    seenAt: { ...head.seenAt, ...marked(asked.filter(answers)) },
  };
}
