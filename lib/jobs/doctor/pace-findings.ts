import { type Span, spanInWords } from '../../model/time/time.ts';
import type { ReplyNote } from '../../providers/reply-note.ts';
import { counted, type Finding } from './finding.ts';
import type { Allowance, Pace } from './measure-pace.ts';

/** Share of a limit above which there is no room for growth. */
const comfortable = 0.8;

/** Returns findings on whether latency and rate limits let every poll finish in time. */
export function paceFindings(
  pace: Pace,
  replies: readonly ReplyNote[],
  every: Span,
  allowance: Allowance,
): Finding[] {
  return [latencyFinding(pace), pollFinding(pace, every), limitFinding(pace, replies, allowance)];
}

function latencyFinding({ median, worst, replies }: Pace): Finding {
  const of = replies === 1 ? '1 reply' : `${replies} replies`;
  const found = `median ${median} ms, maximum ${worst} ms, over ${of}`;
  const figures = { medianMs: median, worstMs: worst, replies };
  return { id: 'latency', what: 'latency', state: 'ok', found, unwatched: null, remedy: null, figures };
}

function pollFinding({ fullPoll, fullPollTakes: takes }: Pace, every: Span): Finding {
  const about = { id: 'poll', what: 'poll duration', unwatched: null, remedy: null };
  const found = `${counted(fullPoll, 'request')} for a full poll: about ${inWords(takes)}, every ${spanInWords(every)}`;
  const figures = { requests: fullPoll, takesMs: takes, everyMs: every };
  if (takes <= every * comfortable) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: takes > every ? 'partly' : 'advice',
    found,
    unwatched: takes > every ? 'polls overlap, and alerts are late' : null,
    remedy: 'raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows it, or poll less often',
    figures,
  };
}

function limitFinding(
  { perMinute, throttled }: Pace,
  replies: readonly ReplyNote[],
  { requestsPerMinute: allowed }: Allowance,
): Finding {
  const about = { id: 'rate-limit', what: 'rate limit', unwatched: null, remedy: null };
  const share = perMinute / allowed;
  const need = `${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} requests a minute`;
  const reported = reportedLimits(replies);
  const found = [
    `${need} of the ${allowed} that the settings allow (${Math.ceil(share * 100)} %)`,
    throttled > 0 ? `${throttled} of ${replies.length} replies were 429` : 'no 429 replies',
    ...(reported === null ? [] : [`reported by the platform: ${reported}`]),
  ].join('; ');
  const figures = { perMinute: Math.round(perMinute * 10) / 10, allowed, throttled, said: reported };
  if (throttled > 0) {
    return {
      ...about,
      state: 'partly',
      found,
      unwatched: 'alerts are late while the platform throttles requests',
      remedy: 'lower SPENDWATCH_REQUESTS_PER_MINUTE to the limit of the platform, or request a higher limit',
      figures,
    };
  }
  if (share <= comfortable) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: share > 1 ? 'partly' : 'advice',
    found,
    unwatched: share > 1 ? 'requests queue up, and alerts are late' : null,
    remedy: 'raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows it, or use longer intervals',
    figures,
  };
}

/** Returns the limits that the platform reported last, such as "x-ratelimit-remaining: 41". */
function reportedLimits(replies: readonly ReplyNote[]): string | null {
  const headers = replies.findLast(({ limits }) => Object.keys(limits).length > 0)?.limits ?? {};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : lines.slice(0, 4).join(', ');
}

/** Returns a duration in words, in milliseconds below a second. */
const inWords = (span: Span): string => (span < 1_000 ? `${span} ms` : spanInWords(span));
