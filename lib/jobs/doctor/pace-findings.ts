import { type Span, spanInWords } from '../../model/time/time.ts';
import type { ReplyNote } from '../../providers/reply-note.ts';
import { counted, type Finding } from './finding.ts';
import type { Allowance, Pace } from './measure-pace.ts';

/** Above this share of what is allowed, growth or a bad hour will not fit. */
const comfortable = 0.8;

/** Whether the cloud answers fast enough, and lets enough requests through, for every poll to be in time. */
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
  const found = `median ${median} ms, worst ${worst} ms, of ${of}`;
  const figures = { medianMs: median, worstMs: worst, replies };
  return { id: 'latency', what: 'latency', state: 'ok', found, unwatched: null, remedy: null, figures };
}

function pollFinding({ fullPoll, fullPollTakes: takes }: Pace, every: Span): Finding {
  const about = { id: 'poll', what: 'time of a poll', unwatched: null, remedy: null };
  const found = `${counted(fullPoll, 'request')} when all is due: about ${inWords(takes)}, every ${spanInWords(every)}`;
  const figures = { requests: fullPoll, takesMs: takes, everyMs: every };
  if (takes <= every * comfortable) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: takes > every ? 'partly' : 'advice',
    found,
    unwatched: takes > every ? 'nothing for good; polls run into one another, and alerts come late' : null,
    remedy: 'raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows, or poll less often',
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
  const said = saidOfLimits(replies);
  const found = [
    `needs ${need} of ${allowed} that the settings allow (${Math.ceil(share * 100)} %)`,
    throttled > 0 ? `${throttled} of ${replies.length} replies said 429` : 'no 429 met',
    ...(said === null ? [] : [`the platform says ${said}`]),
  ].join('; ');
  const figures = { perMinute: Math.round(perMinute * 10) / 10, allowed, throttled, said };
  if (throttled > 0) {
    return {
      ...about,
      state: 'partly',
      found,
      unwatched: 'nothing for good; while the platform holds requests back, alerts come late',
      remedy: 'lower SPENDWATCH_REQUESTS_PER_MINUTE to what the platform allows, or ask it for more',
      figures,
    };
  }
  if (share <= comfortable) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: share > 1 ? 'partly' : 'advice',
    found,
    unwatched: share > 1 ? 'nothing for good; requests queue up, and alerts come late' : null,
    remedy:
      'raise SPENDWATCH_REQUESTS_PER_MINUTE if the platform allows, or ask less often: longer intervals',
    figures,
  };
}

/** The last word of the platform about its limits, such as "x-ratelimit-remaining: 41". */
function saidOfLimits(replies: readonly ReplyNote[]): string | null {
  const said = replies.findLast(({ limits }) => Object.keys(limits).length > 0)?.limits ?? {};
  const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : lines.slice(0, 4).join(', ');
}

/** Below a second, in milliseconds: spans for people begin with seconds. */
const inWords = (span: Span): string => (span < 1_000 ? `${span} ms` : spanInWords(span));
