import type { PartMeanings } from '../part-meaning.ts';

export const runpodParts: PartMeanings = {
  project: {
    vms: { what: 'pods', one: 'pod', unwatched: 'the current cost and the idleness of pods are unknown' },
    clusters: {
      what: 'serverless workers',
      one: 'endpoint',
      unwatched: 'the cost of serverless workers is only known from reported spend',
      permission: 'serverless:read',
    },
    volumes: {
      what: 'network volumes',
      one: 'network volume',
      unwatched: 'the cost of network volumes is only known from reported spend',
      permission: 'network-volumes:read',
    },
    prices: {
      what: 'GPU types',
      one: 'GPU type',
      unwatched: 'pods with GPUs are never found idle, and serverless workers have no price',
      permission: 'catalog:read',
      isOfGpus: true,
    },
    spend: {
      what: 'billing records',
      one: null,
      unwatched: 'budgets on reported spend cannot be evaluated; those to date count from the first poll',
      permission: 'billing:read',
    },
  },
  account: {
    account: {
      what: 'balance',
      one: null,
      unwatched: 'credit, burn rate and the spend limit are unknown, and so is when credit runs out',
      permission: 'account:read (by GraphQL) or billing:read (by REST)',
    },
    spend: {
      what: 'billing records',
      one: null,
      unwatched: 'account budgets on reported spend cannot be evaluated',
      permission: 'billing:read',
    },
  },
};
