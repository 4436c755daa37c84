import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { StoredMoney, StoredPrice } from '../../../model/money/money.ts';

/** Whom the invoices go to. */
export const Billing = z.strictObject({
  email: z.string().default('billing@example.com'),
  invoiceName: z.string().optional(),
  address: z.record(z.string(), z.string()).optional(),
  taxId: z.record(z.string(), z.unknown()).optional(),
});
export type Billing = z.output<typeof Billing>;

const OpenAccount = z.strictObject({
  kind: z.literal('open-account'),
  id: BillingAccountId,
  displayName: z.string().default('A billing account'),
  /** Prepaid without credit can make nothing, and loses what it has at the next full hour. */
  paymentTerms: z.enum(['PREPAID', 'INVOICE']).default('INVOICE'),
  credit: StoredMoney.prefault('0'),
  /** With `auto`, credit that falls under `low` at the full hour is paid up to `high`. */
  recharge: z
    .strictObject({ low: StoredMoney, high: StoredMoney, auto: z.boolean() })
    .nullable()
    .default(null),
  hourlySpendLimit: StoredPrice.nullable().default(null),
  monthlySpendLimit: StoredMoney.nullable().default(null),
  /** Its first owner. */
  by: z.string().default('somebody@example.com'),
  billing: Billing.prefault({}),
  /** Whether there is a card to pay with. */
  hasCard: z.boolean().default(true),
});

export const accountEvents = [
  OpenAccount,
  z.strictObject({ kind: z.literal('add-credit'), account: BillingAccountId, amount: StoredMoney }),
  /** By the platform: what runs goes on running and being billed, and nothing can be made or started. */
  z.strictObject({
    kind: z.literal('suspend-account'),
    account: BillingAccountId,
    reason: z.enum(['abuse', 'payment']),
  }),
  /** From now on the account's cards pay nothing, or pay again: invoices stay open and recharges fail. */
  z.strictObject({ kind: z.literal('decline-cards'), account: BillingAccountId, declined: z.boolean() }),
  z.strictObject({ kind: z.literal('reinstate-account'), account: BillingAccountId }),
  z.strictObject({
    kind: z.literal('create-project'),
    id: ProjectId,
    account: BillingAccountId,
    by: z.string().default('somebody@example.com'),
  }),
] as const;
