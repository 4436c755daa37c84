import type { Ask, PollPlan, Topic } from '../../clouds/cloud.ts';
import type { ReplyNote } from '../../clouds/http/reply-note.ts';
import { timeToSend } from '../../clouds/http/retry/rate-limiter.ts';
import type { Part } from '../../model/facts/observation.ts';
import { targetOf } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { days, type Instant, later, milliseconds, minutes, type Span } from '../../model/time/time.ts';
import { planParts } from '../../observe/what-is-due.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { askFor, type Examination } from './examine.ts';
import type { SeenTarget } from './survey-targets.ts';

/** The request limits of the settings. */
export type Allowance = { readonly requestsPerMinute: number; readonly inFlight: number };

/** The latency of the cloud and the requests that polling needs. */
export type RequestLoad = {
  readonly median: Span;
  readonly worst: Span;
  readonly replies: number;
  /** Requests and duration of a poll in which everything is due, such as the first. */
  readonly fullPoll: number;
  readonly fullPollTakes: Span;
  /** Mean over a day. */
  readonly perMinute: number;
  /** Number of 429 replies. */
  readonly throttled: number;
};

/** Measures latency and requests; the sampled projects stand for all. */
export function measureLoad(
  examination: Examination,
  replies: readonly ReplyNote[],
  polling: Polling,
  allowance: Allowance,
): RequestLoad {
  const { at, found, targets, asks } = examination;
  const times = replies.map(({ took }) => took).toSorted((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)] ?? milliseconds(0);
  const requestsOf = (ask: Ask | undefined) =>
    ask === undefined ? 1 : pagesOf(ask.operation, asks, replies);
  const list = (purpose: Topic) => requestsOf(asks.find(({ topic }) => topic === purpose));
  const lists = list('projects') + list('accounts');
  const sampled = targets.filter(({ target }) => target.kind === 'project').length;
  const projects = (found?.targets ?? []).filter((id) => targetOf(id).kind === 'project').length;
  const requestsFor =
    ({ target }: SeenTarget): RequestsFor =>
    (part) =>
      requestsOf(askFor(part, target.id, examination));
  const weightOf = ({ target }: SeenTarget) =>
    target.kind === 'project' && sampled > 0 ? projects / sampled : 1;
  const sum = (requests: (target: SeenTarget) => number) =>
    lists + targets.reduce((total, target) => total + weightOf(target) * requests(target), 0);
  const full = sum((target) => requestsOfFullPoll(target.head, polling, at, requestsFor(target)));
  // Rounding may add a tiny excess: three thirds of a request are one.
  const fullPoll = Math.ceil(full - 1e-6);
  const perPoll = sum((target) => requestsPerPoll(target.head, polling, at, requestsFor(target)));
  return {
    median,
    worst: times.at(-1) ?? median,
    replies: replies.length,
    fullPoll,
    fullPollTakes: timeOf(fullPoll, median, allowance),
    perMinute: (perPoll * minutes(1)) / polling.every,
    throttled: replies.filter(({ status }) => status === 429).length,
  };
}

/** Returns the time for requests, limited by the request budget or by latency, whichever is slower. */
function timeOf(requests: number, median: Span, { requestsPerMinute, inFlight }: Allowance): Span {
  const answering = milliseconds(Math.ceil(requests / inFlight) * median);
  const sending = timeToSend(requests, requestsPerMinute);
  return milliseconds(Math.max(answering, sending + median));
}

/** Returns the mean number of pages for each answered request of an operation, at least 1. */
function pagesOf(operation: string, asks: readonly Ask[], replies: readonly ReplyNote[]): number {
  const answered = asks.filter(
    (ask) => ask.operation === operation && ask.outcome.kind === 'answered',
  ).length;
  const pages = replies.filter((reply) => reply.operation === operation && reply.status < 300).length;
  return answered === 0 ? 1 : Math.max(1, pages / answered);
}

/** Returns the number of requests for one part; a list takes one for each page. */
type RequestsFor = (part: Part) => number;

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
  let next = head;
  let requests = 0;
  let at = from;
  for (let poll = 0; poll < polls; poll++) {
    at = later(at, every);
    const plan = planParts(next, policy, intervals, at);
    requests += requestsOf(plan, requestsFor);
    next = afterPoll(next, [...plan.parts, ...plan.fallbacks], at);
  }
  return requests / polls;
}

/** Returns the number of requests for a poll in which every supported part is due. */
function requestsOfFullPoll(
  head: Head,
  { policy, intervals }: Polling,
  at: Instant,
  requestsFor: RequestsFor,
): number {
  return requestsOf(planParts({ ...head, askedAt: {} }, policy, intervals, at), requestsFor);
}

function requestsOf(
  { parts, fallbacks, usage }: Omit<PollPlan, 'pastSpend'>,
  requestsFor: RequestsFor,
): number {
  let requests = 0;
  for (const part of parts) requests += requestsFor(part) * (part === 'usage' ? usage.length : 1);
  for (const part of fallbacks) requests += requestsFor(part);
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
