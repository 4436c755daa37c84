import * as watched from '../../../clouds/compute/contract/billing-accounts.ts';
import { get, inProject, list } from '../../../clouds/compute/contract/define.ts';
import { BillingAccountSpendRow, ProjectSpend, ProjectSpendDetails } from '../wire/spend.ts';
import { name, time } from '../wire/values.ts';
import { onPlatform, specified } from './define.ts';

const notEverywhere = {
  note: 'Absent from the newest platforms: spend then comes from the billing account.',
};

export const listProjectSpend = specified(
  "List a project's spend by billing period",
  list('listProjectSpend', '/v1/projects/{id}/spend', watched.getCurrentSpend.input, {
    field: 'projectSpendHistory',
    item: ProjectSpend,
    paging: 'whole',
  }),
  notEverywhere,
);
export const getCurrentSpend = specified(
  'Get what a project has spent in this billing period',
  { ...watched.getCurrentSpend, reply: ProjectSpend },
  notEverywhere,
);
export const getSpendDetails = specified(
  'Get the items that make up a spend',
  get(
    'getSpendDetails',
    '/v1/projects/{projectId}/spend/{spendId}/details',
    inProject.extend({ spendId: name }),
    ProjectSpendDetails,
  ),
  notEverywhere,
);
export const listAccountSpend = onPlatform(
  "List a billing account's spend by project and item",
  {
    ...watched.listAccountSpend,
    input: watched.listAccountSpend.input.extend({ startTime: time, endTime: time }),
    item: BillingAccountSpendRow,
  },
  { note: 'Both times are required.' },
);
