import type {
  MissingPart,
  Part,
  PollResult,
  ProjectObservation,
  UnreadablePart,
} from '../../../model/facts/observation.ts';
import { castToVmId, type Resource, runs, toResourceKey } from '../../../model/facts/resource.ts';
import type { UnreadableField } from '../../../model/facts/unreadable.ts';
import type { VmUsage } from '../../../model/facts/usage.ts';
import { BillingAccountId, type VmId } from '../../../model/ids.ts';
import { money } from '../../../model/money/money.ts';
import type { ReportedSpend } from '../../../model/money/spend.ts';
import { earliest, type Instant } from '../../../model/time/time.ts';
import type { Absences, ResourceListing } from '../../absence.ts';
import { withBoot } from '../../boots.ts';
import { carriedResources } from '../../carried-resources.ts';
import { withEarlierGpus } from '../../earlier-gpus.ts';
import { type Answer, isNotFound, isWhole, listMissingParts } from '../../http/answer.ts';
import { unreadableFacts, withEarlierFacts } from '../../unreadable-facts.ts';
import { computeProfile } from '../profile.ts';
import type { WireVmDataCenter } from '../wire/storage.ts';
import type { WireMonitorItem } from '../wire/vm.ts';
import { passingStates } from './activity.ts';
import { readWireInstant } from './resources.ts';
import { computeReportedEnd, type ProjectSpend } from './spend-in-rows.ts';
import { readDiskGibPrices, withDiskPrice } from './storage-resources.ts';
import { findOldestSampleTime, lastBoot, usagePoints } from './usage.ts';

/** The answers of one poll of a project; `null` for what was not due. */
export type ProjectPoll = {
  readonly at: Instant;
  readonly account: string | null;
  /** The unreadable fields of the project in the list of projects. */
  readonly unreadable?: readonly UnreadableField[] | undefined;
  /** The lists of resources that were due, VMs first. */
  readonly inventories: readonly ResourceListing[];
  readonly absences: Absences;
  readonly spend: Answer<ProjectSpend> | null;
  /** Data centers, with their prices of storage. */
  readonly prices?: Answer<readonly WireVmDataCenter[]> | null;
  readonly usage: ReadonlyMap<VmId, Answer<readonly WireMonitorItem[]>>;
  /** The end of the newest slot of usage that is known of every VM, except those of `deferred`. */
  readonly usageUntil: Instant | null;
  /** The end of the newest known slot of each VM that is asked less often. */
  readonly deferred?: Readonly<Record<string, { readonly until: Instant }>>;
};

/**
 * Makes the observation of a poll of a project. Parts that were not due or not read in full are carried over from the last
 * observation. If neither VMs nor machines could be read, the poll has failed.
 */
export function observeProject(poll: ProjectPoll, previous: ProjectObservation | null): PollResult {
  const { inventories, absences } = poll;
  const machines = inventories.filter(({ kinds }) =>
    kinds.some((kind) => kind === 'vm' || kind === 'machine'),
  );
  const failures = machines.flatMap(({ answer }) => (answer.kind === 'answered' ? [] : [answer]));
  const [failure] = failures;
  if (failure !== undefined && failures.length === machines.length)
    return {
      kind: 'failed-poll',
      at: poll.at,
      because: failure.because,
      isGone: failures.every(isNotFound),
    };
  const listed = carriedResources(poll, previous?.resources ?? []).map((resource) =>
    // A disk that is missing from its list may use an image.
    resource.kind === 'image' && absences.doubts.has('disks') ? { ...resource, inUse: null } : resource,
  );
  const diskDataCenters = listDiskDataCenters(listed);
  const diskGibPrices = diskPrices(poll, diskDataCenters, previous);
  const known = new Map((previous?.resources ?? []).map((resource) => [toResourceKey(resource), resource]));
  const resources = listed.map((resource) => {
    if (!runs(resource.kind)) return withDiskPrice(resource, diskGibPrices);
    const before = known.get(toResourceKey(resource));
    return withEarlierGpus(withBoot(resource, before, findLastBoot(resource, poll), passingStates), before);
  });
  const answers: [Part, Answer<unknown>][] = inventories.map(({ part, answer }) => [part, answer]);
  if (poll.spend) answers.push(['spend', poll.spend]);
  if (poll.prices) answers.push(['prices', poll.prices]);
  const usage = readVmUsage(poll, resources);
  return {
    kind: 'project',
    cloud: 'compute',
    at: poll.at,
    account: poll.account ? BillingAccountId.parse(poll.account) : null,
    seen: [
      ...answers
        .filter(([part, answer]) => isWhole(answer) && !absences.doubts.has(part))
        .map(([part]) => part),
      ...(usage.usage.length > 0 && usage.missing.length === 0 ? ['usage' as const] : []),
    ],
    missing: [
      ...answers.flatMap(([part, answer]) => listMissingParts(part, answer)),
      ...[...absences.doubts].map(([part, because]) => ({ part, because })),
      ...usage.missing,
    ],
    resources,
    diskGibPrices,
    spend: poll.spend?.kind === 'answered' ? reportedSpend(poll.spend.value, poll.at) : null,
    signals: [...computeProfile.signals],
    usage: usage.usage,
    ...withEarlierFacts(listUnreadableParts(poll, diskDataCenters), previous?.unreadable, (fact) =>
      isStillKnown(fact, poll),
    ),
  };
}

/** Returns the last boot that the samples of a VM show; `null` without samples or without a boot. */
function findLastBoot({ kind, id }: Resource, { usage }: ProjectPoll): Instant | null {
  const answer = kind === 'vm' ? usage.get(castToVmId({ id })) : undefined;
  return answer?.kind === 'answered' ? lastBoot(answer.value) : null;
}

/** Returns the unreadable fields of records other than resources, which hold their own. */
function listUnreadableParts(poll: ProjectPoll, diskDataCenters: ReadonlySet<string>): UnreadablePart[] {
  const { spend, prices, usage, unreadable = [] } = poll;
  const ofProject = unreadable.map((fact) => ({ ...fact, part: 'account' as const }));
  const ofSpend = spend?.kind === 'answered' ? unreadableFacts('spend', [spend.value]) : [];
  const ofUsage = [...usage].flatMap(([vm, answer]) =>
    answer.kind === 'answered' ? unreadableFacts('usage', answer.value).map((fact) => ({ ...fact, vm })) : [],
  );
  const ofPrices =
    prices?.kind === 'answered'
      ? unreadableFacts(
          'prices',
          prices.value.filter(({ id }) => diskDataCenters.has(id)),
        )
      : [];
  return [...ofProject, ...ofSpend, ...ofPrices, ...ofUsage];
}

/** Reports whether an unreadable field of the last observation still holds, as its part was not read again. */
function isStillKnown({ part, vm }: UnreadablePart, { spend, prices, usage }: ProjectPoll): boolean {
  if (part === 'spend') return spend?.kind !== 'answered';
  if (part === 'prices') return prices?.kind !== 'answered';
  return vm !== undefined && usage.get(vm)?.kind !== 'answered';
}

/** Returns the prices of this poll, or else those of the last observation. */
function diskPrices(
  { prices }: ProjectPoll,
  diskDataCenters: ReadonlySet<string>,
  previous: ProjectObservation | null,
): ProjectObservation['diskGibPrices'] {
  return prices?.kind === 'answered'
    ? readDiskGibPrices(prices.value, diskDataCenters)
    : (previous?.diskGibPrices ?? {});
}

const listDiskDataCenters = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.flatMap(({ kind, dataCenter }) => (kind === 'disk' ? (dataCenter ?? []) : [])));

/**
 * Converts a project's figure of spend. The end of a running period becomes the last full hour; `null` without an amount or
 * a time.
 */
function reportedSpend(figure: ProjectSpend, at: Instant): ReportedSpend | null {
  const { spend, leftOut, credits } = figure;
  const from = readWireInstant(figure.startTime);
  const until = readWireInstant(figure.endTime);
  if (!spend || from === null || until === null) return null;
  const reportedUntil = earliest(until, computeReportedEnd(from, at));
  return {
    amount: money(spend),
    from,
    until: reportedUntil,
    ...(leftOut && { leftOut }),
    ...(credits && { credits }),
  };
}

function readVmUsage(
  poll: ProjectPoll,
  resources: readonly Resource[],
): { usage: VmUsage[]; missing: MissingPart[] } {
  const usage: VmUsage[] = [];
  const missing: MissingPart[] = [];
  for (const resource of resources) {
    if (resource.kind !== 'vm') continue;
    const vm = castToVmId(resource);
    const answer = poll.usage.get(vm);
    if (answer === undefined) continue;
    missing.push(...listMissingParts('usage', answer).map((flaw) => ({ ...flaw, vm })));
    if (answer.kind !== 'answered') continue;
    const since = poll.deferred?.[vm]?.until ?? poll.usageUntil;
    const reachesTo = findOldestSampleTime(answer.value);
    const points = usagePoints(answer.value, resource.vcpus, since);
    usage.push({ vm, points, ...(reachesTo !== undefined && { reachesTo }) });
  }
  return { usage, missing };
}
