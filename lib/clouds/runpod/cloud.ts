import { assertNever } from '../../model/assert-never.ts';
import { BillingAccountId, ProjectId } from '../../model/ids.ts';
import { type Cloud, pollPatience, type TargetList } from '../cloud.ts';
import { askedBy } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import { openReading } from '../http/reading.ts';
import { seeClock } from '../http/see-clock.ts';
import { takeAction } from './actions.ts';
import { listPods, listVolumes } from './contract.ts';
import { pollAccount } from './poll/poll-account.ts';
import { pollProject } from './poll/poll-project.ts';
import { runpodProfile } from './profile.ts';

/** A key is of one account, which has no projects: what it holds is one, and neither has an id that the API shows. */
const account = BillingAccountId.parse('runpod');
const project = ProjectId.parse('pods');

/** Returns RunPod over the client that asks it. */
export const runpodCloud = (cloud: CloudClient): Cloud => ({
  profile: runpodProfile,
  askedBy: (terms) => runpodCloud(askedBy(cloud, terms)),
  seeClock: () => seeClock(cloud, (terms) => cloud.list(listVolumes, {}, terms)),
  listTargets: () => listTargets(cloud),
  polls:
    () =>
    ({ target, ...order }) => {
      const asked = askedBy(cloud, { asker: { patience: pollPatience }, reading: openReading('poll') });
      switch (target.kind) {
        case 'project':
          return pollProject(asked, order);
        case 'account':
          return pollAccount(asked, order);
        default:
          return assertNever(target);
      }
    },
  action: (order, now) => takeAction(cloud, now, order),
});

/** Returns the account and its pods, once the key has been seen to read them. @throws CloudError when it does not. */
async function listTargets(cloud: CloudClient): Promise<TargetList> {
  await cloud.list(listPods, { includeClusterPods: false });
  return {
    projects: [{ id: project, account, unreadable: [] }],
    accounts: [account],
    showsAccounts: true,
    gaps: { project: [], account: [] },
  };
}
