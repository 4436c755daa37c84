import * as z from 'zod';

/**
 * The meaning of the state of a billing account. `unspecified`: the cloud does not report it. `unknown`: it is in a
 * state that spendwatch does not know, and not active.
 */
export const AccountStanding = z.enum(['active', 'unpaid', 'abused', 'deleted', 'unspecified', 'unknown']);
export type AccountStanding = z.infer<typeof AccountStanding>;

/** The way in which an account pays: from credit, by invoice, or unknown. */
export const PaymentTerms = z.enum(['prepaid', 'invoiced', 'unknown']);
export type PaymentTerms = z.infer<typeof PaymentTerms>;
