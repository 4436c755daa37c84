import { hours, type Instant, instant, later } from '../../../lib/model/time/time.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { AccountPlan, Scenario } from '../scenario.ts';
import { adjustedAt, billOf, monthStart, reportedUntil, toNanos } from './bill.ts';
import type { World } from './world.ts';

/** A payment into the account, and its time. */
export type Payment = { readonly at: Instant; readonly nanos: bigint; readonly hasFailed?: boolean };

/** A billing account as it really is. */
export type TrueAccount = {
  readonly plan: AccountPlan;
  readonly beganAt: Instant;
  readonly payments: Payment[];
  states: readonly { readonly from: Instant; readonly state: string }[];
};

export const accountStateAt = ({ states }: TrueAccount, at: Instant): string =>
  states.findLast(({ from }) => from <= at)?.state ?? 'STATE_ACTIVE';

const paidBy = ({ payments }: TrueAccount, at: Instant): bigint =>
  payments.reduce(
    (sum, { at: paidAt, nanos, hasFailed }) => (paidAt <= at && !hasFailed ? sum + nanos : sum),
    0n,
  );

/** Returns the credit that the platform shows: payments at once, usage when it adjusts the account. */
export const shownCredit = (world: World, at: Instant): bigint =>
  paidBy(world.ofAccount, at) - toNanos(billOf(world, null, world.ofAccount.beganAt, adjustedAt(world, at)));

/** Returns the month's spend up to the last adjustment. */
export const shownMonth = (world: World, at: Instant): bigint =>
  toNanos(billOf(world, null, monthStart(at), adjustedAt(world, at)));

/** Schedules payments, recharges that the platform promised, and changes of state. */
export function settleAccount(world: World, { start, account: plan }: Scenario, time: VirtualTime): void {
  const { ofAccount } = world;
  ofAccount.payments.push({ at: ofAccount.beganAt, nanos: plan.credit });
  for (const { after, nanos } of plan.topUps)
    time.at(later(start, after), () => ofAccount.payments.push({ at: time.now(), nanos }));
  for (const { after, state } of plan.states)
    time.at(later(start, after), () => {
      ofAccount.states = [...ofAccount.states, { from: time.now(), state }];
    });
  const { recharge } = plan;
  if (recharge === null || !(recharge.works || plan.owed)) return;
  const atFullHour = (): void => {
    const left = shownCredit(world, time.now());
    const nanos = recharge.high - left;
    if (left < recharge.low) ofAccount.payments.push({ at: time.now(), nanos, hasFailed: !recharge.works });
    time.after(hours(1), atFullHour);
  };
  time.at(instant(reportedUntil(later(time.now(), hours(1)))), atFullHour);
}

/** An open invoice, as the oracle knows it. */
export type OpenInvoice = { readonly dueAt: Instant; readonly cents: number };

export const openInvoices = ({ plan }: TrueAccount, start: Instant, at: Instant): readonly OpenInvoice[] =>
  (plan.owed?.invoices ?? []).flatMap(({ after, due, paid, cents }) =>
    later(start, after) <= at && at < later(start, paid)
      ? [{ dueAt: instant(Math.floor(later(start, due) / 1_000) * 1_000), cents }]
      : [],
  );
