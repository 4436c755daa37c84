import { days, type Instant, isoSecond, later } from '../../model/time/time.ts';
import type { ActionPlan } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import type { Override } from '../../state/override.ts';

/** The time after which an announcement lapses; answers to it are kept for longer. */
export const longestAnnounced = days(60);

/** People's answer to an announced action, or the lack of one. */
export type ApprovalAnswer =
  | { readonly kind: 'go'; readonly by: string | null }
  | { readonly kind: 'waits' | 'denied' | 'lapsed'; readonly because: string };

/**
 * Returns people's answer to an announced action. A denial holds for any action. An approval is needed where the rule
 * asks for one; without it in time the action lapses.
 */
export function judgeApproval(
  { announcement, subject }: Pick<Alert, 'announcement' | 'subject'>,
  { approve }: Pick<ActionPlan, 'approve'>,
  overrides: readonly Override[],
  now: Instant,
): ApprovalAnswer {
  const answers = overrides.filter(
    (override) =>
      override.kind === 'answer' &&
      override.subject === subject &&
      override.announcement === announcement?.message &&
      override.at <= now,
  );
  // The last answer holds.
  const last = answers.at(-1);
  if (last?.kind === 'answer' && last.verdict === 'denied')
    return { kind: 'denied', because: `denied by ${last.author}: ${last.reason}` };
  const approval = last?.kind === 'answer' ? last : null;
  if (approve === null) return { kind: 'go', by: approval?.author ?? null };
  const since = announcement?.deliveredAt ?? null;
  const until = since === null ? null : later(since, approve);
  if (approval !== null && (until === null || approval.at < until))
    return { kind: 'go', by: approval.author };
  if (until !== null && now >= until)
    return { kind: 'lapsed', because: `not approved by ${isoSecond(until)}` };
  const end = until === null ? '' : `, until ${isoSecond(until)}`;
  return { kind: 'waits', because: `it waits for a person to approve it${end}` };
}
