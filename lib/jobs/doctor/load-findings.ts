import type { ReplyNote } from '../../clouds/http/reply-note.ts';
import { type Span, spanInWords } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { type Finding, finding, type Row } from './finding.ts';
import type { Allowance, RequestLoad } from './measure-load.ts';

/** Share of a limit above which there is no room for growth. */
const comfortable = 0.8;

/** Returns findings on whether latency and rate limits let every poll finish in time. */
export function loadFindings(
  load: RequestLoad,
  replies: readonly ReplyNote[],
  every: Span,
  allowance: Allowance,
): Finding[] {
  return [latencyFinding(load), pollFinding(load, every), limitFinding(load, replies, allowance)];
}

function latencyFinding({ median, worst, replies }: RequestLoad): Finding {
  const of = replies === 1 ? '1 reply' : `${replies} replies`;
  const found = `median ${median} ms, maximum ${worst} ms, over ${of}`;
  return finding('latency', 'latency', { found, figures: { medianMs: median, worstMs: worst, replies } });
}

function pollFinding({ fullPoll, fullPollTakes: takes }: RequestLoad, every: Span): Finding {
  const found = `${counted(fullPoll, 'request')} for a full poll: about ${inWords(takes)}, every ${spanInWords(every)}`;
  const figures = { requests: fullPoll, takesMs: takes, everyMs: every };
  const gap = crowded(takes / every, 'polls overlap, and alerts are late', 'poll less often');
  return finding('poll', 'poll duration', { found, figures, ...gap });
}

/** Returns the state and remedy for a share of a limit: empty, advice, or a gap when the limit is exceeded. */
function crowded(share: number, unwatched: string, instead: string): Partial<Row> {
  if (share <= comfortable) return {};
  const remedy = `raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows it, or ${instead}`;
  return share > 1 ? { state: 'partly', unwatched, remedy } : { state: 'advice', remedy };
}

const throttledGap: Partial<Row> = {
  state: 'partly',
  unwatched: 'alerts are late while the platform throttles requests',
  remedy: 'lower SPENDWATCH_REQUESTS_PER_MINUTE to the limit of the platform, or request a higher limit',
};

function limitFinding(
  { perMinute, throttled }: RequestLoad,
  replies: readonly ReplyNote[],
  { requestsPerMinute: allowed }: Allowance,
): Finding {
  const share = perMinute / allowed;
  const need = `${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} requests a minute`;
  const reported = reportedLimits(replies);
  const found = [
    `${need} of the ${allowed} that the settings allow (${Math.ceil(share * 100)} %)`,
    throttled > 0 ? `${throttled} of ${replies.length} replies were 429` : 'no 429 replies',
    ...(reported === null ? [] : [`reported by the platform: ${reported}`]),
  ].join('; ');
  const figures = { perMinute: Math.round(perMinute * 10) / 10, allowed, throttled, said: reported };
  const gap =
    throttled > 0
      ? throttledGap
      : crowded(share, 'requests queue up, and alerts are late', 'use longer intervals');
  return finding('rate-limit', 'rate limit', { found, figures, ...gap });
}

/** Returns the limits that the platform reported last, such as "x-ratelimit-remaining: 41". */
function reportedLimits(replies: readonly ReplyNote[]): string | null {
  const headers = replies.findLast(({ limits }) => Object.keys(limits).length > 0)?.limits ?? {};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : lines.slice(0, 4).join(', ');
}

/** Returns a duration in words, in milliseconds below a second. */
const inWords = (span: Span): string => (span < 1_000 ? `${span} ms` : spanInWords(span));
