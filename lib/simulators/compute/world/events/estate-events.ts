import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../../model/ids.ts';
import { StoredMoney, StoredPrice } from '../../../../model/money/money.ts';
import { Role } from '../identity/identity.ts';
import { event } from './placed.ts';

/** The recipient of invoices. */
export const Billing = z.strictObject({
  email: z.string().default('billing@example.com'),
  invoiceName: z.string().optional(),
  address: z.record(z.string(), z.string()).optional(),
  taxId: z.record(z.string(), z.unknown()).optional(),
});
export type Billing = z.output<typeof Billing>;

const OpenAccount = event('open-account', {
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
  event('add-credit', { account: BillingAccountId, amount: StoredMoney }),
  /** A suspension by the platform: running things go on and are billed; nothing can be created or started. */
  event('suspend-account', { account: BillingAccountId, reason: z.enum(['abuse', 'payment']) }),
  /** Declines the account's cards, or accepts them again: while declined, invoices stay open and recharges fail. */
  event('decline-cards', { account: BillingAccountId, declined: z.boolean() }),
  event('reinstate-account', { account: BillingAccountId }),
  event('create-project', {
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
  event('admit-key', { user, secret: z.string().min(1), reach: Role.nullable().default(null) }),
  event('create-api-key', { user, id: z.string().optional() }),
  event('revoke-api-key', { user, id: z.string() }),
  event('delete-user', { user }),
  event('begin-verification', { user }),
  /** Replaces the user's role on that place. */
  event('give-role', { user, on: Place, role: Role }),
  /** `null` for any role. */
  event('take-role', { user, on: Place, role: Role.nullable().default(null) }),
  event('add-ssh-key', {
    user,
    id: z.string().optional(),
    publicKey: z.string(),
    /** Replaces the comment in the key. */
    comment: z.string().optional(),
  }),
  event('delete-ssh-key', { user, id: z.string() }),
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
  event('move-project', { id: ProjectId, account: BillingAccountId }),
  event('delete-project', { id: ProjectId }),
  event('set-up-card', { account: BillingAccountId }),
  event('create-data-center', { id: z.string().min(1), by: z.string(), changes: DataCenterChanges }),
  event('change-data-center', { id: z.string(), changes: DataCenterChanges }),
  event('delete-data-center', { id: z.string() }),
] as const;
