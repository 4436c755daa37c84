import type { ReplyNote } from '../../clouds/http/reply-note.ts';
import { milliseconds, minutes, type Span, seconds, spanInWords } from '../../model/time/time.ts';
import { type Finding, type FindingRow, finding } from './finding.ts';

/** The largest skew that counts as none. */
const tolerable = seconds(30);
/** The skew above which nothing that depends on time can be trusted. */
const grave = minutes(5);

/** The cloud's clock minus ours, with its uncertainty. */
export type Skew = { readonly ahead: Span; readonly within: Span };

/**
 * Estimates the clock skew. The cloud writes its date, cut to the second, between request and reply, so each reply
 * bounds the skew, and all of them together by the closest bounds. When they contradict one another, as after a clock
 * was set, only the fastest reply counts.
 */
export function estimateClockSkew(replies: readonly ReplyNote[]): Skew | null {
  const bounds = replies
    .flatMap(({ date, sentAt, took }) =>
      date === null ? [] : [{ low: date - sentAt - took, high: date - sentAt + 1_000, took }],
    )
    .toSorted((left, right) => left.took - right.took);
  const [quickest] = bounds;
  if (quickest === undefined) return null;
  const low = Math.max(...bounds.map((bound) => bound.low));
  const high = Math.min(...bounds.map((bound) => bound.high));
  const best = low <= high ? { low, high } : quickest;
  return {
    ahead: milliseconds((best.low + best.high) / 2),
    within: milliseconds((best.high - best.low) / 2),
  };
}

export const clockFinding = (replies: readonly ReplyNote[]): Finding =>
  finding('clock', 'clock', clockRow(replies));

function clockRow(replies: readonly ReplyNote[]): FindingRow {
  const skew = estimateClockSkew(replies);
  if (skew === null) {
    const because =
      replies.length === 0 ? 'the platform did not answer' : 'the platform sends no Date header';
    const remedy = 'make sure that this machine synchronizes its clock (NTP)';
    return { state: 'advice', found: `not checked: ${because}`, remedy };
  }
  const { ahead, within } = skew;
  const off = milliseconds(Math.abs(ahead));
  const figures = { aheadMs: ahead, withinMs: within };
  if (off <= tolerable) {
    const isSame = off < seconds(1) + within;
    const found = `${isSame ? 'agrees with' : `within ${spanInWords(off)} of`} the cloud's Date header`;
    return { found: `${found} (± ${inTenths(within)} s)`, figures };
  }
  return {
    state: off > grave ? 'no' : 'partly',
    found: `this machine is ${spanInWords(off)} ${ahead > 0 ? 'behind' : 'ahead of'} the cloud`,
    unwatched: 'ages, idle windows and accrued spend are off by the same amount',
    remedy:
      'synchronize the clock of this machine (NTP); if it is correct, report the difference to the operator of the platform',
    figures,
  };
}

const inTenths = (span: Span): string => (Math.ceil(span / 100) / 10).toFixed(1);
