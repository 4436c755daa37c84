import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { StoredMoney, StoredPrice } from '../../../model/money/money.ts';
import { Role } from '../identity/identity.ts';

/** The recipient of invoices. */
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
  /** A prepaid account without credit can create nothing, and loses everything at the next full hour. */
  paymentTerms: z.enum(['PREPAID', 'INVOICE']).default('INVOICE'),
  credit: StoredMoney.prefault('0'),
  /** The automatic recharge: with `auto`, credit under `low` at the full hour is topped up to `high`. */
  recharge: z
    .strictObject({ low: StoredMoney, high: StoredMoney, auto: z.boolean() })
    .nullable()
    .default(null),
  hourlySpendLimit: StoredPrice.nullable().default(null),
  monthlySpendLimit: StoredMoney.nullable().default(null),
  /** The first owner. */
  by: z.string().default('somebody@example.com'),
  billing: Billing.prefault({}),
  /** True if there is a card to pay with. */
  hasCard: z.boolean().default(true),
});

export const accountEvents = [
  OpenAccount,
  z.strictObject({ kind: z.literal('add-credit'), account: BillingAccountId, amount: StoredMoney }),
  /** A suspension by the platform: running things go on and are billed; nothing can be created or started. */
  z.strictObject({
    kind: z.literal('suspend-account'),
    account: BillingAccountId,
    reason: z.enum(['abuse', 'payment']),
  }),
  /** Declines the account's cards, or accepts them again: while declined, invoices stay open and recharges fail. */
  z.strictObject({ kind: z.literal('decline-cards'), account: BillingAccountId, declined: z.boolean() }),
  z.strictObject({ kind: z.literal('reinstate-account'), account: BillingAccountId }),
  z.strictObject({
    kind: z.literal('create-project'),
    id: ProjectId,
    account: BillingAccountId,
    by: z.string().default('somebody@example.com'),
  }),
] as const;

const user = z.string().min(1).toLowerCase();
const Place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), id: BillingAccountId }),
  z.strictObject({ kind: z.literal('project'), id: ProjectId }),
  z.strictObject({ kind: z.literal('dataCenter'), id: z.string() }),
]);

/** The events of users, their keys and their roles. A user is created by the first of them. */
export const identityEvents = [
  /** Adds a known key, and its user's role on everything, if any. */
  z.strictObject({
    kind: z.literal('admit-key'),
    user,
    secret: z.string().min(1),
    reach: Role.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('create-api-key'), user, id: z.string().optional() }),
  z.strictObject({ kind: z.literal('revoke-api-key'), user, id: z.string() }),
  z.strictObject({ kind: z.literal('delete-user'), user }),
  z.strictObject({ kind: z.literal('begin-verification'), user }),
  /** Replaces the user's role on that place. */
  z.strictObject({ kind: z.literal('give-role'), user, on: Place, role: Role }),
  /** `null` for any role. */
  z.strictObject({ kind: z.literal('take-role'), user, on: Place, role: Role.nullable().default(null) }),
  z.strictObject({
    kind: z.literal('add-ssh-key'),
    user,
    id: z.string().optional(),
    publicKey: z.string(),
    /** Replaces the comment in the key. */
    comment: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('delete-ssh-key'), user, id: z.string() }),
] as const;

const changes = {
  account: z.string().optional(),
  oneFrontendId: z.string().optional(),
  regionId: z.string().optional(),
  renewableEnergy: z.boolean().optional(),
  supplierName: z.string().optional(),
  lngLat: z.record(z.string(), z.unknown()).optional(),
};
export const DataCenterChanges = z.strictObject(changes);
export type DataCenterChanges = z.output<typeof DataCenterChanges>;

/** The events of existing projects, accounts and data centers. */
export const estateEvents = [
  /** Another account pays from now on; earlier spend stays with the old one. */
  z.strictObject({ kind: z.literal('move-project'), id: ProjectId, account: BillingAccountId }),
  z.strictObject({ kind: z.literal('delete-project'), id: ProjectId }),
  z.strictObject({ kind: z.literal('set-up-card'), account: BillingAccountId }),
  z.strictObject({
    kind: z.literal('create-data-center'),
    id: z.string().min(1),
    by: z.string(),
    changes: DataCenterChanges,
  }),
  z.strictObject({ kind: z.literal('change-data-center'), id: z.string(), changes: DataCenterChanges }),
  z.strictObject({ kind: z.literal('delete-data-center'), id: z.string() }),
] as const;
