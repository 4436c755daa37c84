import type { RecordedRequest } from '../../clouds/cloud.ts';
import type { ReplyNote } from '../../clouds/http/reply-note.ts';
import { timeToSend } from '../../clouds/http/retry/rate-limiter.ts';
import { toTarget } from '../../model/ids.ts';
import { milliseconds, type Span, spanInWords } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import type { Examination } from './examine.ts';
import { type Finding, type FindingRow, finding } from './finding.ts';

/** The request limits of the settings; `every` is the interval between polls. */
export type Pace = { readonly requestsPerMinute: number; readonly inFlight: number; readonly every: Span };

/** Returns findings on whether latency and rate limits let every poll finish in time. */
export function loadFindings(
  examination: Pick<Examination, 'asks' | 'targets' | 'found'>,
  replies: readonly ReplyNote[],
  pace: Pace,
): Finding[] {
  const times = replies.map(({ took }) => took).toSorted((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)] ?? milliseconds(0);
  return [
    latencyFinding(median, times.at(-1) ?? median, replies.length),
    pollFinding(requestsOfFullPoll(examination, replies), median, pace),
    limitFinding(replies),
  ];
}

function latencyFinding(median: Span, worst: Span, replies: number): Finding {
  const count = replies === 1 ? '1 reply' : `${replies} replies`;
  const found = `median ${median} ms, maximum ${worst} ms, over ${count}`;
  return finding('latency', 'latency', { found, figures: { medianMs: median, worstMs: worst, replies } });
}

/** Estimates the number of requests of a poll in which everything is due, from those of the sampled projects. */
export function requestsOfFullPoll(
  { asks, targets, found }: Pick<Examination, 'asks' | 'targets' | 'found'>,
  replies: readonly ReplyNote[],
): number {
  const sampled = targets.filter(({ target }) => target.kind === 'project').length;
  const projects = (found?.targets ?? []).filter((id) => toTarget(id).kind === 'project').length;
  const perProject = sampled === 0 ? 0 : projects / sampled;
  const ofPoll = asks.filter(({ topic }) => topic !== null && !notOfPoll.has(topic));
  const lists = ofPoll.map(
    ({ operation, about }) =>
      computeMeanPages(operation, asks, replies) * (about?.kind === 'project' ? perProject : 1),
  );
  const usage = targets.map(({ judgeable }) => judgeable * perProject);
  // Rounding may add a tiny excess: three thirds of a request are one.
  return Math.ceil([...lists, ...usage].reduce((sum, requests) => sum + requests, 0) - 1e-6);
}

/** Topics that are not counted from the check: polls do not ask about them, or for more VMs than the check does. */
const notOfPoll: ReadonlySet<RecordedRequest['topic']> = new Set(['permissions', 'reread', 'usage']);

/** Returns the mean number of pages for each answered request of an operation, at least 1. */
function computeMeanPages(
  operation: string,
  asks: readonly RecordedRequest[],
  replies: readonly ReplyNote[],
): number {
  const answered = asks.filter((ask) => ask.operation === operation && ask.outcome.kind === 'answered');
  const pages = replies.filter((reply) => reply.operation === operation && reply.status < 300).length;
  return answered.length === 0 ? 1 : Math.max(1, pages / answered.length);
}

/** Compares the duration of a full poll, which the request budget or the latency limits, with the interval between polls. */
export function pollFinding(requests: number, median: Span, pace: Pace): Finding {
  const { requestsPerMinute, inFlight, every } = pace;
  const answering = Math.ceil(requests / inFlight) * median;
  const takes = milliseconds(Math.max(answering, timeToSend(requests, requestsPerMinute) + median));
  const found = `${counted(requests, 'request')} for a full poll: about ${inWords(takes)}, every ${spanInWords(every)}`;
  const figures = { requests, takesMs: takes, everyMs: every };
  const remedy = 'raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows more, or poll less often';
  const unwatched = 'polls overlap, and alerts are late';
  if (takes > every)
    return finding('poll', 'poll duration', { found, figures, state: 'partly', unwatched, remedy });
  const isComfortable = takes <= comfortable * every;
  return finding('poll', 'poll duration', {
    found,
    figures,
    ...(!isComfortable && { state: 'advice', remedy }),
  });
}

/** The share of the interval between polls above which there is no room for growth. */
const comfortable = 0.8;

const throttledGap: Partial<FindingRow> = {
  state: 'partly',
  unwatched: 'alerts are late while the platform throttles requests',
  remedy: 'lower SPENDWATCH_REQUESTS_PER_MINUTE to the limit of the platform, or request a higher limit',
};

function limitFinding(replies: readonly ReplyNote[]): Finding {
  const throttled = replies.filter(({ status }) => status === 429).length;
  const reported = reportedLimits(replies);
  const found = [
    throttled > 0 ? `${throttled} of ${replies.length} replies were 429` : 'no 429 replies',
    ...(reported === null ? [] : [`reported by the platform: ${reported}`]),
  ].join('; ');
  const figures = { throttled, said: reported };
  return finding('rate-limit', 'rate limit', { found, figures, ...(throttled > 0 && throttledGap) });
}

/** Returns the limits that the platform reported last, such as "x-ratelimit-remaining: 41". */
function reportedLimits(replies: readonly ReplyNote[]): string | null {
  const headers = replies.findLast(({ limits }) => Object.keys(limits).length > 0)?.limits ?? {};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : lines.slice(0, 4).join(', ');
}

const inWords = (span: Span): string => (span < 1_000 ? `${span} ms` : spanInWords(span));
