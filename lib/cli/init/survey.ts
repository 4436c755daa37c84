import { readPolicy } from '../../config/policy/read-policy.ts';
import type { Clock } from '../../jobs/ports.ts';
import { watch } from '../../jobs/watch/watch.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import type { Resource, ResourceKind } from '../../model/facts/resource.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import { addPrices, free, type HourlyPrice, type Money } from '../../model/money/money.ts';
import type { Instant } from '../../model/time/time.ts';
import type { ClockError } from '../../providers/clock-error.ts';
import type { CloudError } from '../../providers/errors.ts';
import type { Provider } from '../../providers/provider.ts';
import { memoryLedger } from '../../record/memory-ledger.ts';
import { type BlindSpot, blindSpots } from '../../service/blind-spots.ts';
import { type NewlyUnsupported, newlyUnsupported } from '../../service/newly-unsupported.ts';

export type SurveyedProject = {
  readonly id: string;
  readonly resources: readonly Resource[];
  /** What all in it costs an hour, as far as prices are shown. */
  readonly rate: HourlyPrice;
  /** What the platform reports of this month; `null` where it reports nothing. */
  readonly spent: Money | null;
};

export type SurveyedAccount = AccountObservation & { readonly id: string };

/** What there is in a cloud, for whoever has to write a policy for it. */
export type Survey = {
  readonly at: Instant;
  readonly projects: readonly SurveyedProject[];
  readonly accounts: readonly SurveyedAccount[];
  readonly unseen: readonly BlindSpot[];
  readonly unsupportedParts: readonly NewlyUnsupported[];
};

/** A look asks for the same whatever the policy is, and nothing is sent. */
const anyPolicy = readPolicy('{ version: 1, rules: [{ name: survey, account-state: active }] }', 'survey');

/**
 * Looks at the whole cloud once, as the watcher itself does, and keeps nothing. Gives the error when it could not
 * be asked at all.
 */
export async function survey(ports: {
  readonly clock: Clock;
  readonly provider: Provider;
}): Promise<Survey | CloudError | ClockError> {
  const ledger = memoryLedger();
  const report = await watch({ ...ports, ledger, log: () => {} }, { policy: anyPolicy });
  if (report.failure !== null) return report.failure;
  const heads = (await ledger.heads()).toSorted((left, right) => (left.target < right.target ? -1 : 1));
  return {
    at: ports.clock.now(),
    projects: heads.flatMap(projectIn),
    accounts: heads.flatMap(accountIn),
    unseen: blindSpots(report),
    unsupportedParts: newlyUnsupported([], report),
  };
}

function projectIn({ target, observation, report }: Head): SurveyedProject[] {
  const about = targetOf(target);
  if (about.kind !== 'project' || observation?.kind !== 'project') return [];
  const resources = observation.resources.filter(({ activity }) => activity !== 'gone');
  const rate = resources.reduce((total, { price }) => addPrices(total, price ?? free), free);
  return [{ id: about.project, resources, rate, spent: report?.spend.amount ?? null }];
}

function accountIn({ target, observation }: Head): SurveyedAccount[] {
  const about = targetOf(target);
  return about.kind === 'account' && observation?.kind === 'account'
    ? [{ ...observation, id: about.account }]
    : [];
}

/** Everything that was seen of some kinds. */
export const seenOf = ({ projects }: Survey, ...kinds: readonly ResourceKind[]): Resource[] =>
  projects.flatMap(({ resources }) => resources.filter(({ kind }) => kinds.includes(kind)));
