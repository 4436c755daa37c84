import type { Alert } from '../../model/alert.ts';
import type { Override } from '../../model/override.ts';
import type { Planned } from '../../model/rules/verdict.ts';
import { days, type Instant, isoSecond, later } from '../../model/time/time.ts';

/** An announcement holds no longer than this; answers to it are kept for longer. */
export const longestAnnounced = days(60);

/** Whether people let an announced act pass. */
export type Answer =
  | { readonly kind: 'go'; readonly by: string | null }
  | { readonly kind: 'waits' | 'denied' | 'lapsed'; readonly because: string };

/**
 * What people said of an announced act. A no holds for any act; a yes is needed where the rule asks for one, and an
 * act that nobody approved in time is not done.
 */
export function answerTo(
  { announcement, subject }: Pick<Alert, 'announcement' | 'subject'>,
  { approve }: Pick<Planned, 'approve'>,
  overrides: readonly Override[],
  now: Instant,
): Answer {
  const answers = overrides.filter(
    (known) =>
      known.kind === 'answer' &&
      known.subject === subject &&
      known.announcement === announcement?.message &&
      known.at <= now,
  );
  // The last word holds.
  const last = answers.at(-1);
  if (last?.kind === 'answer' && last.verdict === 'denied')
    return { kind: 'denied', because: `denied by ${last.author}: ${last.reason}` };
  const yes = last?.kind === 'answer' ? last : null;
  if (approve === null) return { kind: 'go', by: yes?.author ?? null };
  const since = announcement?.deliveredAt ?? null;
  const until = since === null ? null : later(since, approve);
  if (yes !== null && (until === null || yes.at < until)) return { kind: 'go', by: yes.author };
  if (until !== null && now >= until)
    return { kind: 'lapsed', because: `nobody approved it until ${isoSecond(until)}` };
  const end = until === null ? '' : `, until ${isoSecond(until)}`;
  return { kind: 'waits', because: `it waits for a person to approve it${end}` };
}
