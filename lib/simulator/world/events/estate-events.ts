import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { StoredMoney, StoredPrice } from '../../../model/money/money.ts';
import { Role } from '../identity/identity.ts';

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

const user = z.string().min(1).toLowerCase();
const Place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), id: BillingAccountId }),
  z.strictObject({ kind: z.literal('project'), id: ProjectId }),
  z.strictObject({ kind: z.literal('dataCenter'), id: z.string() }),
]);

/** What can happen to users, their keys and their roles. A user comes to be with the first of them. */
export const identityEvents = [
  /** A key that is known from elsewhere, and whatever role its user has on everything there is. */
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
  /** Instead of the one that the user has there already. */
  z.strictObject({ kind: z.literal('give-role'), user, on: Place, role: Role }),
  /** `null` for whichever it is. */
  z.strictObject({ kind: z.literal('take-role'), user, on: Place, role: Role.nullable().default(null) }),
  z.strictObject({
    kind: z.literal('add-ssh-key'),
    user,
    id: z.string().optional(),
    publicKey: z.string(),
    /** Instead of the one that the key ends with. */
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

/** What can happen to projects, accounts and data centers once there are any. */
export const estateEvents = [
  /** From now on another account pays; what was spent before stays where it is. */
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
