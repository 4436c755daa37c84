import type { PartMeanings } from '../part-meaning.ts';

export const runpodParts: PartMeanings = {
  project: {
    vms: { what: 'pods', one: 'pod', unwatched: 'the current cost and the idleness of pods are unknown' },
    clusters: {
      what: 'serverless workers',
      one: 'endpoint',
      unwatched: 'the cost of serverless workers is only known from reported spend',
    },
    volumes: {
      what: 'network volumes',
      one: 'network volume',
      unwatched: 'the cost of network volumes is only known from reported spend',
    },
    spend: {
      what: 'billing records',
      one: null,
      unwatched: 'budgets on reported spend do not work; those on spend to date start with the first poll',
    },
  },
  account: {
    account: {
      what: 'balance',
      one: null,
      unwatched: 'credit, burn rate and the spend limit are unknown, and so is when credit runs out',
    },
    spend: {
      what: 'billing records',
      one: null,
      unwatched: 'budgets of the account on reported spend do not work',
    },
  },
};
