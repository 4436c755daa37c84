import type { Part } from '../../model/facts/observation.ts';
import type { Fallback } from '../../model/facts/unsupported.ts';

/** What a part of a look is asked with, and what is not known without it. */
export type PartMeaning = {
  readonly what: string;
  /** One thing of it, for counting; `null` where there is always one. */
  readonly one: string | null;
  readonly operation: string;
  /** What goes unwatched where it cannot be had. */
  readonly unwatched: string;
};

const onlyBilled = 'what they cost shows in reported spend only';

/** The parts of a look that have an operation of their own, in the order of the table. */
export const projectParts = {
  vms: {
    what: 'VMs',
    one: 'VM',
    operation: 'listVms',
    unwatched: 'VMs: what they cost now, and whether they idle',
  },
  machines: {
    what: 'machines',
    one: 'machine',
    operation: 'listMachines',
    unwatched: `bare-metal machines: ${onlyBilled}`,
  },
  clusters: {
    what: 'clusters',
    one: 'cluster',
    operation: 'listClusters',
    unwatched: `clusters: ${onlyBilled}`,
  },
  volumes: { what: 'volumes', one: 'volume', operation: 'listVolumes', unwatched: `volumes: ${onlyBilled}` },
  disks: {
    what: 'disks',
    one: 'disk',
    operation: 'listDisks',
    unwatched: 'disks: which there are, and which of them nothing uses',
  },
  buckets: { what: 'buckets', one: 'bucket', operation: 'listBuckets', unwatched: `buckets: ${onlyBilled}` },
  images: {
    what: 'images',
    one: 'image',
    operation: 'listImages',
    unwatched: 'private images: which there are, and which of them nothing uses',
  },
  networks: {
    what: 'networks',
    one: 'network',
    operation: 'listNetworks',
    unwatched: `networks: ${onlyBilled}`,
  },
  spend: {
    what: 'project spend',
    one: null,
    operation: 'getCurrentSpend',
    unwatched: 'budgets of projects on reported spend; projected ones count from when watching began',
  },
} as const satisfies Partial<Record<Part, PartMeaning>>;

export const accountParts = {
  account: {
    what: 'account state',
    one: null,
    operation: 'getBillingAccount',
    unwatched: 'credit, burn rate and limits: that credit runs out, at which everything is deleted',
  },
  spend: {
    what: 'account spend',
    one: 'row',
    operation: 'listAccountSpend',
    unwatched: 'budgets of billing accounts on reported spend',
  },
  invoices: {
    what: 'open invoices',
    one: 'open invoice',
    operation: 'listInvoices',
    unwatched: 'invoices: which are overdue, before the account is suspended',
  },
  payments: {
    what: 'payments',
    one: 'payment',
    operation: 'listAccountTransactions',
    unwatched: 'payments: that an automatic recharge failed, beyond what the account itself tells',
  },
} as const satisfies Partial<Record<Part, PartMeaning>>;

/** What a fallback is called, and what it asks. */
export const fallbacks = {
  'resource-search': { what: 'the resource search', operation: 'searchResources' },
  'account-spend': { what: 'the spend of the billing account', operation: 'listAccountSpend' },
} as const satisfies Record<Fallback, { what: string; operation: string }>;
