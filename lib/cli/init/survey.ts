import type { Cloud } from '../../clouds/cloud.ts';
import type { ClockError } from '../../clouds/http/clock-error.ts';
import type { CloudError } from '../../clouds/http/errors.ts';
import type { CloudProfile } from '../../clouds/profile.ts';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { type Clock, unnamedConnection } from '../../jobs/ports.ts';
import { ConnectionError } from '../../jobs/watch/connection-error.ts';
import { watch } from '../../jobs/watch/watch.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import { castToVmId, type Resource, type ResourceKind } from '../../model/facts/resource.ts';
import { toTarget } from '../../model/ids.ts';
import { type HourlyPrice, type Money, sumPrices } from '../../model/money/money.ts';
import type { Instant } from '../../model/time/time.ts';
import { memoryLedger } from '../../record/memory-ledger.ts';
import { getResourceCost } from '../../rules/facts.ts';
import { type FailedPart, failedParts } from '../../service/failed-parts.ts';
import { type NewUnsupportedPart, newlyUnsupported } from '../../service/newly-unsupported.ts';
import type { Head } from '../../state/head.ts';

export type SurveyedProject = {
  readonly id: string;
  readonly resources: readonly Resource[];
  /** The hourly cost of all its resources with a price. */
  readonly rate: HourlyPrice;
  /** The spend that the platform reports for this month; `null` when it reports none. */
  readonly spent: Money | null;
};

export type SurveyedAccount = AccountObservation & { readonly id: string };

/** The contents of a cloud, as the basis of a policy. */
export type Survey = {
  readonly at: Instant;
  readonly cloud: CloudProfile;
  readonly projects: readonly SurveyedProject[];
  readonly accounts: readonly SurveyedAccount[];
  /** The accounts whose figures could not be read. */
  readonly unreadAccounts: readonly string[];
  readonly failedParts: readonly FailedPart[];
  readonly unsupportedParts: readonly NewUnsupportedPart[];
  /** True if one of the first running VMs without GPUs has usage samples, or there is no such VM. */
  readonly hasSamples: boolean;
};

/** A poll makes the same requests under any policy, and a survey sends nothing. */
const anyPolicy = readPolicy('{ version: 1, rules: [{ name: survey, account-state: active }] }', 'survey');

/**
 * Polls the whole cloud once, as the watch job does, and stores nothing. Returns the error when the cloud could not be
 * polled at all.
 */
export async function survey(ports: {
  readonly clock: Clock;
  readonly provider: Cloud;
}): Promise<Survey | CloudError | ClockError> {
  const ledger = memoryLedger();
  const report = await watch(
    { clock: ports.clock, connections: [unnamedConnection(ports.provider)], ledger, log: () => {} },
    { policy: anyPolicy },
  );
  const [failed] = report.failures;
  if (failed?.error instanceof ConnectionError) throw failed.error;
  if (failed !== undefined) return failed.error;
  const heads = (await ledger.heads()).toSorted((left, right) => (left.target < right.target ? -1 : 1));
  return {
    at: ports.clock.now(),
    cloud: ports.provider.profile,
    hasSamples: await hasSamples(ports.provider, heads),
    projects: heads.flatMap(projectIn),
    accounts: heads.flatMap(accountIn),
    unreadAccounts: heads.flatMap(({ target, observation }) => {
      const about = toTarget(target);
      return about.kind === 'account' && observation === null ? [about.account] : [];
    }),
    failedParts: failedParts(report),
    unsupportedParts: newlyUnsupported([], report),
  };
}

/** The maximum number of VMs to request samples of: one that was just started has none yet. */
const mostSampled = 3;

async function hasSamples(provider: Cloud, heads: readonly Head[]): Promise<boolean> {
  const vms = heads.flatMap(({ target: id, observation }) => {
    const target = toTarget(id);
    if (target.kind !== 'project' || observation?.kind !== 'project') return [];
    const running = observation.resources.filter(
      ({ kind, activity, gpus }) => kind === 'vm' && activity === 'running' && gpus === 0,
    );
    return running.map((vm) => ({ project: target.project, vm }));
  });
  const checkUp = provider.checkUp?.();
  if (checkUp === undefined) return false;
  for (const { project, vm } of vms.slice(0, mostSampled))
    if ((await checkUp.samples(project, castToVmId(vm), vm.vcpus)).count > 0) return true;
  return vms.length === 0;
}

function projectIn({ target, observation, report }: Head): SurveyedProject[] {
  const about = toTarget(target);
  if (about.kind !== 'project' || observation?.kind !== 'project') return [];
  const resources = observation.resources.filter(({ activity }) => activity !== 'gone');
  const rate = sumPrices(resources.map(getResourceCost));
  return [{ id: about.project, resources, rate, spent: report?.spend.amount ?? null }];
}

function accountIn({ target, observation }: Head): SurveyedAccount[] {
  const about = toTarget(target);
  return about.kind === 'account' && observation?.kind === 'account'
    ? [{ ...observation, id: about.account }]
    : [];
}

export const seenOf = ({ projects }: Survey, ...kinds: readonly ResourceKind[]): Resource[] =>
  projects.flatMap(({ resources }) => resources.filter(({ kind }) => kinds.includes(kind)));
