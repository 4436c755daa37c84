import { targetOf } from '../../model/ids.ts';
import { milliseconds, minutes, type Span } from '../../model/time/time.ts';
import type { Ask } from '../../providers/provider.ts';
import type { ReplyNote } from '../../providers/reply-note.ts';
import { timeToSend } from '../../providers/retry/pace.ts';
import type { Examination } from './examine.ts';
import { type Polling, type RequestsFor, requestsOfFullPoll, requestsPerPoll } from './foresee-polls.ts';
import type { SeenTarget } from './survey-targets.ts';

/** What the settings allow. */
export type Allowance = { readonly requestsPerMinute: number; readonly inFlight: number };

/** How fast the cloud answered, and what polling all there is will ask of it. */
export type Pace = {
  readonly median: Span;
  readonly worst: Span;
  readonly replies: number;
  /** Requests of a poll in which all is due, as the first one is, and how long it takes. */
  readonly fullPoll: number;
  readonly fullPollTakes: Span;
  /** In the mean of a day. */
  readonly perMinute: number;
  /** How many replies said that there were too many requests. */
  readonly throttled: number;
};

/** The projects that were looked at stand for all of them. */
export function measurePace(
  { at, found, targets, asks, operations }: Examination,
  replies: readonly ReplyNote[],
  polling: Polling,
  allowance: Allowance,
): Pace {
  const times = replies.map(({ took }) => took).toSorted((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)] ?? milliseconds(0);
  const requestsOf = (operation: string) => pagesOf(operation, asks, replies);
  const lists = requestsOf(operations.projects) + requestsOf(operations.accounts);
  const sampled = targets.filter(({ target }) => target.kind === 'project').length;
  const projects = (found?.targets ?? []).filter((id) => targetOf(id).kind === 'project').length;
  const requestsFor =
    ({ target }: SeenTarget): RequestsFor =>
    (part, by) => {
      const own = part === 'usage' ? operations.samples : operations.parts[target.kind][part];
      const operation = by === null ? own : operations.fallbacks[by];
      return operation === undefined ? 1 : requestsOf(operation);
    };
  const weightOf = ({ target }: SeenTarget) =>
    target.kind === 'project' && sampled > 0 ? projects / sampled : 1;
  const sum = (requests: (seen: SeenTarget) => number) =>
    lists + targets.reduce((total, seen) => total + weightOf(seen) * requests(seen), 0);
  const full = sum((seen) => requestsOfFullPoll(seen.head, polling, at, requestsFor(seen)));
  // Three thirds of a request may come to a trifle more than one.
  const fullPoll = Math.ceil(full - 1e-6);
  const perPoll = sum((seen) => requestsPerPoll(seen.head, polling, at, requestsFor(seen)));
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

/** By the budget, or by the answers of so many at once, whichever is slower. */
function timeOf(requests: number, median: Span, { requestsPerMinute, inFlight }: Allowance): Span {
  const answering = milliseconds(Math.ceil(requests / inFlight) * median);
  const sending = timeToSend(requests, requestsPerMinute);
  return milliseconds(Math.max(answering, sending + median));
}

/** Replies that brought a page for each asking that was answered; at least the one that it takes. */
function pagesOf(operation: string, asks: readonly Ask[], replies: readonly ReplyNote[]): number {
  const answered = asks.filter(
    (ask) => ask.operation === operation && ask.outcome.kind === 'answered',
  ).length;
  const pages = replies.filter((reply) => reply.operation === operation && reply.status < 300).length;
  return answered === 0 ? 1 : Math.max(1, pages / answered);
}
