import * as z from 'zod';

/**
 * What the state of a billing account means. `unspecified`: the cloud does not report it. `unknown`: it is in a state that
 * spendwatch does not know, and not active.
 */
export const AccountStanding = z.enum(['active', 'unpaid', 'abused', 'deleted', 'unspecified', 'unknown']);
export type AccountStanding = z.infer<typeof AccountStanding>;

/** How an account pays: from credit, by invoice, or in a way that is not known. */
export const PaymentTerms = z.enum(['prepaid', 'invoiced', 'unknown']);
export type PaymentTerms = z.infer<typeof PaymentTerms>;
