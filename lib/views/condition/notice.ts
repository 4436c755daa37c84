import type { TargetId } from '../../model/ids.ts';
import type { Severity } from '../../model/severity.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, type Instant, milliseconds, minutes, spanInWords } from '../../model/time/time.ts';
import type { ViewInput } from '../view-input.ts';

/** One or two sentences on data that is about to be lost, or why figures are incomplete or no actions are taken. */
export type Notice = {
  readonly kind: 'loss' | 'blind' | 'policy' | 'key' | 'pause' | 'unread' | 'order' | 'unjudged' | 'estimate';
  readonly severity: Severity;
  readonly since: Instant | null;
  readonly says: string;
  /** The first words with the time, for a heading such as "everything in account main is deleted at 2026-11-21 14:00". */
  readonly heading?: string;
  /** The targets that it concerns; `null` for all. */
  readonly targets: readonly TargetId[] | null;
};

/** Returns "25 min ago", rounded down to minutes like other figures of a screen. */
function ago(at: Instant, now: Instant): string {
  const passed = computeSpan(at, now);
  return `${spanInWords(passed < minutes(1) ? passed : milliseconds(passed - (passed % minutes(1))))} ago`;
}

/** Returns "2026-11-21 14:00 (25 min ago)". */
export const timeAndAge = (at: Instant, { now, policy }: Pick<ViewInput, 'now' | 'policy'>): string =>
  `${localMinute(at, policy.timezone)} (${at <= now ? ago(at, now) : `in ${spanInWords(computeSpan(now, at))}`})`;

/** The default fields of a notice. */
export const general = { severity: 'warning', since: null, targets: null } as const;
