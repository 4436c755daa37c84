import type { Part } from '../../model/facts/observation.ts';
import type { Fallback } from '../../model/facts/unsupported.ts';
import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { days, type Instant, later, type Span } from '../../model/time/time.ts';
import { planPoll } from '../../observe/what-is-due.ts';
import type { PollPlan } from '../../providers/provider.ts';

/** How many requests one asking of a part takes; a list of many pages takes many. */
export type RequestsFor = (part: Part, by: Fallback | null) => number;

/** What polls are made with. */
export type Polling = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly every: Span;
};

/** No interval that can be set is longer. */
const horizon = days(1);

/** How many requests a poll of a target takes, in the mean of the coming day: planned by the watcher's own planner. */
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

/** A poll in which everything is due that the platform is known to offer. */
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

/** As if all answered now as it did in the first look; what failed then is asked for again each time. */
function afterPoll(head: Head, asked: readonly Part[], at: Instant): Head {
  const answers = (part: Part) => part === 'usage' || head.seenAt[part] !== undefined;
  const marked = (parts: readonly Part[]) => Object.fromEntries(parts.map((part) => [part, at]));
  return {
    ...head,
    askedAt: { ...head.askedAt, ...marked(asked) },
    seenAt: { ...head.seenAt, ...marked(asked.filter(answers)) },
  };
}
