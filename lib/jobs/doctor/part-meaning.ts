import type { Part } from '../../model/facts/observation.ts';
import type { Fallback } from '../../model/facts/unsupported.ts';

/** What a part of a look is called, and what is not known without it. */
export type PartMeaning = {
  readonly what: string;
  /** One thing of it, for counting; `null` where there is always one. */
  readonly one: string | null;
  /** What goes unwatched where it cannot be had. */
  readonly unwatched: string;
};

const onlyBilled = 'what they cost shows in reported spend only';

/** The parts of a look that have an operation of their own, in the order of the table. */
export const projectParts = {
  vms: {
    what: 'VMs',
    one: 'VM',
    unwatched: 'VMs: what they cost now, and whether they idle',
  },
  machines: {
    what: 'machines',
    one: 'machine',
    unwatched: `bare-metal machines: ${onlyBilled}`,
  },
  clusters: {
    what: 'clusters',
    one: 'cluster',
    unwatched: `clusters: ${onlyBilled}`,
  },
  volumes: { what: 'volumes', one: 'volume', unwatched: `volumes: ${onlyBilled}` },
  disks: {
    what: 'disks',
    one: 'disk',
    unwatched: 'disks: which there are, and which of them nothing uses',
  },
  buckets: { what: 'buckets', one: 'bucket', unwatched: `buckets: ${onlyBilled}` },
  images: {
    what: 'images',
    one: 'image',
    unwatched: 'private images: which there are, and which of them nothing uses',
  },
  networks: {
    what: 'networks',
    one: 'network',
    unwatched: `networks: ${onlyBilled}`,
  },
  spend: {
    what: 'project spend',
    one: null,
    unwatched: 'budgets of projects on reported spend; projected ones count from when watching began',
  },
} as const satisfies Partial<Record<Part, PartMeaning>>;

export const accountParts = {
  account: {
    what: 'account state',
    one: null,
    unwatched: 'credit, burn rate and limits: that credit runs out, at which everything is deleted',
  },
  spend: {
    what: 'account spend',
    one: 'row',
    unwatched: 'budgets of billing accounts on reported spend',
  },
  invoices: {
    what: 'open invoices',
    one: 'open invoice',
    unwatched: 'invoices: which are overdue, before the account is suspended',
  },
  payments: {
    what: 'payments',
    one: 'payment',
    unwatched: 'payments: that an automatic recharge failed, beyond what the account itself tells',
  },
} as const satisfies Partial<Record<Part, PartMeaning>>;

/** What a fallback is called. */
export const fallbacks: Readonly<Record<Fallback, string>> = {
  'resource-search': 'the resource search',
  'account-spend': 'the spend of the billing account',
};
