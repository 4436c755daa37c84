import { assertNever } from '../../model/assert-never.ts';
import { type Cloud, pollPatience } from '../cloud.ts';
import { withRequestTerms } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import { openReading } from '../http/reading.ts';
import { seeClock } from '../http/see-clock.ts';
import { noteAsks } from '../noted-cloud.ts';
import { takeAction } from './actions/take-action.ts';
import { buildComputeCheckUpRequests, findRequestPurposes } from './check-up/check-up.ts';
import { getUser } from './contract/user.ts';
import { listTargets } from './poll/list-targets.ts';
import { createPastSpendReader } from './poll/past-spend.ts';
import { createAccountSpendReader, pollAccount } from './poll/poll-account.ts';
import { pollProject } from './poll/poll-project.ts';
import { computeProfile } from './profile.ts';

/** Returns the compute cloud, whose requests go through this client. */
export const computeCloud = (cloud: CloudClient): Cloud => ({
  profile: computeProfile,
  askedBy: (terms) => computeCloud(withRequestTerms(cloud, terms)),
  seeClock: () => seeClock(cloud, (terms) => cloud.call(getUser, {}, terms)),
  listTargets: () => listTargets(cloud),
  polls() {
    const reads = {
      accountSpend: createAccountSpendReader(cloud),
      readPastSpend: createPastSpendReader(cloud),
    };
    return ({ target, ...order }) => {
      const pollCloud = withRequestTerms(cloud, {
        asker: { patience: pollPatience },
        reading: openReading('poll'),
      });
      const poll = { ...order, ...reads };
      switch (target.kind) {
        case 'project':
          return pollProject(pollCloud, poll, target.project);
        case 'account':
          return pollAccount(pollCloud, poll, target.account);
        default:
          return assertNever(target);
      }
    };
  },
  action: (order, now) => takeAction(cloud, now, order),
  checkUp() {
    const noted = noteAsks(cloud, findRequestPurposes);
    return { ...computeCloud(noted), ...buildComputeCheckUpRequests(noted) };
  },
});
