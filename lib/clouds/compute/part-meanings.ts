import type { PartMeanings } from '../part-meaning.ts';

const onlyBilled = 'is only known from reported spend';

/** The parts of a poll that have their own operation, in the order of reports. */
const project = {
  vms: {
    what: 'VMs',
    one: 'VM',
    unwatched: 'the current cost and the idleness of VMs are unknown',
  },
  machines: {
    what: 'machines',
    one: 'machine',
    unwatched: `the cost of bare-metal machines ${onlyBilled}`,
  },
  clusters: {
    what: 'clusters',
    one: 'cluster',
    unwatched: `the cost of clusters ${onlyBilled}`,
  },
  volumes: { what: 'volumes', one: 'volume', unwatched: `the cost of volumes ${onlyBilled}` },
  disks: {
    what: 'disks',
    one: 'disk',
    unwatched: 'disks, and which of them are unused, are unknown',
  },
  buckets: { what: 'buckets', one: 'bucket', unwatched: `the cost of buckets ${onlyBilled}` },
  images: {
    what: 'images',
    one: 'image',
    unwatched: 'private images, and which of them are unused, are unknown',
  },
  networks: {
    what: 'networks',
    one: 'network',
    unwatched: `the cost of networks ${onlyBilled}`,
  },
  spend: {
    what: 'project spend',
    one: null,
    unwatched:
      'project budgets on reported spend cannot be evaluated; those on spend to date count from the first poll',
  },
} as const;

const account = {
  account: {
    what: 'account state',
    one: null,
    unwatched: 'credit, burn rate and limits are unknown, and so is when credit runs out',
  },
  spend: {
    what: 'account spend',
    one: 'row',
    unwatched: 'billing account budgets on reported spend cannot be evaluated',
  },
  invoices: {
    what: 'open invoices',
    one: 'open invoice',
    unwatched: 'overdue invoices are unknown until the account is suspended',
  },
  payments: {
    what: 'payments',
    one: 'payment',
    unwatched: 'a failed automatic recharge is only known if the account shows it',
  },
} as const;

export const computeParts: PartMeanings = { project, account };
