import { assertNever } from '../../model/assert-never.ts';
import type { Instant } from '../../model/time/time.ts';
import { type CheckUpCloud, type Cloud, pollPatience } from '../cloud.ts';
import { withRequestTerms } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import { openReading } from '../http/reading.ts';
import { seeClock } from '../http/see-clock.ts';
import { noteAsks } from '../noted-cloud.ts';
import { takeAction } from './actions.ts';
import { apiDocument } from './api-document.ts';
import { buildRunpodCheckUpRequests, createPurposeFinder } from './check-up.ts';
import { listVolumes } from './contract.ts';
import { gpuCatalogue } from './gpu-catalogue.ts';
import { pollAccount } from './poll/poll-account.ts';
import { pollProject } from './poll/poll-project.ts';
import { runpodProfile } from './profile.ts';
import { identify, listTargets } from './targets.ts';

/** Returns RunPod, whose requests go through this client. */
export const runpodCloud = (
  cloud: CloudClient,
  catalogue = gpuCatalogue(),
  document = apiDocument(),
): Cloud => ({
  profile: runpodProfile,
  askedBy: (terms) => runpodCloud(withRequestTerms(cloud, terms), catalogue, document),
  seeClock: () => seeClock(cloud, (terms) => cloud.list(listVolumes, {}, terms)),
  listTargets: () => listTargets(cloud),
  identify: () => identify(cloud),
  polls:
    () =>
    ({ target, ...order }) => {
      const pollCloud = withRequestTerms(cloud, {
        asker: { patience: pollPatience },
        reading: openReading('poll'),
      });
      switch (target.kind) {
        case 'project':
          return pollProject(pollCloud, order, catalogue);
        case 'account':
          return pollAccount(pollCloud, order, document);
        default:
          return assertNever(target);
      }
    },
  action: (order, now) => takeAction(cloud, now, order, catalogue),
  checkUp: () => checkUp(cloud),
});

function checkUp(cloud: CloudClient): CheckUpCloud {
  const noted = noteAsks(cloud, createPurposeFinder());
  const checked = runpodCloud(noted);
  let polledAt: Instant | null = null;
  return {
    ...checked,
    ...buildRunpodCheckUpRequests(noted, cloud, () => polledAt),
    polls() {
      const poll = checked.polls();
      return (order) => {
        polledAt = order.at;
        return poll(order);
      };
    },
  };
}
