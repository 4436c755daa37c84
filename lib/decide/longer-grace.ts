import type { Head } from '../model/head.ts';
import type { Intent } from '../model/intent.ts';
import type { Policy } from '../model/policy.ts';
import { mayAct } from '../model/rule.ts';
import { type Instant, isoInstant, later } from '../model/time.ts';

/**
 * Why an intent that was decided under one policy may not begin yet under the one in force now: its
 * grace has been made longer since, and is not over; `null` when it may.
 */
export function longerGrace(head: Head, intent: Intent, policy: Policy, now: Instant): string | null {
  const announcement = head.alerts.find(({ key }) => key === intent.alert)?.announcement;
  const rule = policy.rules.find(({ name }) => name === intent.rule);
  const [step] = rule !== undefined && mayAct(rule) ? rule.then : [];
  if (announcement == null || announcement.deliveredAt === null || step === undefined) return null;
  if (step.after <= announcement.after) return null;
  const until = later(announcement.deliveredAt, step.after);
  return now < until ? `the policy now gives it until ${isoInstant(until)}` : null;
}
