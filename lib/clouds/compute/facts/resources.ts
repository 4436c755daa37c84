import type { CommitmentEnd } from '../../../model/facts/commitment.ts';
import { type Activity, priceNow, type Resource } from '../../../model/facts/resource.ts';
import {
  isUnreadable,
  type UnreadableField,
  type UnreadableFields,
} from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { free, type HourlyPrice, hourlyPrice, lessPrice, sumPrices } from '../../../model/money/money.ts';
import { type Price, quoted } from '../../../model/money/price.ts';
import { monthsLater } from '../../../model/time/period.ts';
import { type Instant, instant, readInstant } from '../../../model/time/time.ts';
import type { WireCluster, WireClusterMachine, WireMachine } from '../wire/machine.ts';
import type { WireVm } from '../wire/vm.ts';
import { machineStanding, presenceActivity, vmActivity } from './activity.ts';

/** A commitment as the platform reports it: always the term, and only sometimes its end. */
type CommitmentFields = UnreadableFields & {
  readonly commitmentTerm?: string | null | undefined;
  readonly commitmentEndTime?: string | null | undefined;
};

const noTerm = 'COMMITMENT_TERM_NONE';
/** Matches COMMITMENT_TERM_1_MONTH and COMMITMENT_TERM_12_MONTHS. */
const monthsIn = /^COMMITMENT_TERM_([1-9]\d{0,2})_MONTHS?$/;
const epoch = instant(0);

/**
 * Returns the end of a commitment as of `at`: the end that the platform shows, or else the creation plus the term in
 * calendar months (UTC). Once that has passed, the end is unknown, since a resource may be committed long after its
 * creation. An unknown or unreadable term is a commitment with an unknown end.
 */
export function readCommitmentEnd(
  record: CommitmentFields,
  createdAt: Instant | null,
  at: Instant,
): CommitmentEnd {
  const { commitmentTerm: term, commitmentEndTime: end } = record;
  const endTime = end ? readInstant(end) : undefined;
  // An end before the beginning is an unset field.
  if (endTime !== undefined && endTime > (createdAt ?? epoch)) return endTime;
  if (isUnreadable(record, 'commitmentTerm', 'commitmentEndTime')) return 'unknown';
  if (!term || term === noTerm) return null;
  const [, months] = monthsIn.exec(term) ?? [];
  if (months === undefined || createdAt === null) return 'unknown';
  const earliest = monthsLater(createdAt, Number(months), 'UTC');
  return earliest > at ? earliest : 'unknown';
}

export const readWireInstant = (text: string | null | undefined): Instant | null =>
  text ? (readInstant(text) ?? null) : null;
export const readHourlyPrice = (text: string | null | undefined): HourlyPrice | null =>
  text ? hourlyPrice(text) : null;
/** Returns a quoted price, which the platform charges for a stopped resource too. */
export const readQuotedPrice = (text: string | null | undefined): Price | null =>
  text ? quoted(hourlyPrice(text)) : null;

const gpuFields = ['gpuModel', 'gpuModelId', 'gpuQuantity', 'gpus', 'totalGpus'];

/**
 * Returns the number of GPUs. A GPU model without a count, or with a zero that may be an unset field, counts as one GPU, and
 * so does an unreadable field, so that a VM in use is not stopped.
 */
const countGpus = (
  record: UnreadableFields,
  model: string | null | undefined,
  ...counts: readonly (number | null | undefined)[]
): number =>
  Math.max(model || isUnreadable(record, ...gpuFields) ? 1 : 0, ...counts.map((count) => count ?? 0));

type ReportedRecord = CommitmentFields & {
  readonly id: string;
  readonly createTime?: string | null | undefined;
  readonly createBy?: string | null | undefined;
  readonly dataCenterId?: string | null | undefined;
};

/** Returns the fields that records of every kind have in common, and the defaults of fields that most kinds do not have. */
export const readCommonFields = (record: ReportedRecord, at: Instant) => ({
  id: ResourceId.parse(record.id),
  createdAt: readWireInstant(record.createTime),
  committedUntil: readCommitmentEnd(record, readWireInstant(record.createTime), at),
  expiresAt: null,
  vcpus: 0,
  gpus: 0,
  gpuModel: null,
  metadata: {},
  createdBy: record.createBy || null,
  dataCenter: record.dataCenterId || null,
  cluster: null,
  inUse: null,
  sizeGib: null,
  usedGib: null,
  keepsMemory: false,
  ...(record.unreadable && { unreadable: [...record.unreadable] }),
  seenAt: at,
});

/** Returns the expiry of a VM; `null` for a time that is not after the creation, which is an unset field. */
function readExpiry({ expireTime, createTime }: WireVm): Instant | null {
  const expires = readWireInstant(expireTime);
  return expires !== null && expires > (readWireInstant(createTime) ?? 0) ? expires : null;
}

/** Returns the state of a VM from its newer or older field; if both differ, it is unknown. */
function stateOf({ state, vmState }: WireVm): string {
  return state && vmState && state !== vmState ? unknownState : state || vmState || unknownState;
}
const unknownState = 'UNKNOWN';

/** Returns the unreadable fields of a VM, including those that contradict another field. */
function unreadableOf(vm: WireVm, activity: Activity, price: Price | null): UnreadableField[] {
  const { state, vmState } = vm;
  const facts = [...(vm.unreadable ?? [])];
  if (state && vmState && state !== vmState)
    facts.push({ field: 'state', because: `is ${state}, while vmState is ${vmState}` });
  if (activity === 'running' && price?.running.isZero() === true)
    facts.push({ field: 'price', because: 'is 0, while it runs' });
  return facts;
}

export function vmResource(wire: WireVm, at: Instant): Resource {
  const state = isUnreadable(wire, 'state') ? unknownState : stateOf(wire);
  const activity = vmActivity.get(state) ?? 'unknown';
  const quote = readQuotedPrice(wire.price?.totalPriceHr ?? wire.priceHr);
  const unreadable = unreadableOf(wire, activity, quote);
  const vm = unreadable.length === 0 ? wire : { ...wire, unreadable };
  // Fields that the spread does not have come before it: after it, each would take Node 20 a microsecond.
  return {
    kind: 'vm',
    state,
    activity,
    price: isUnreadable(vm, 'price') ? null : quote,
    ...readCommonFields(vm, at),
    expiresAt: readExpiry(vm),
    vcpus: vm.vcpus ?? 0,
    gpus: countGpus(vm, vm.gpuModel || vm.gpuModelId, vm.gpuQuantity, vm.gpus),
    gpuModel: vm.gpuModel || vm.gpuModelId || null,
    metadata: vm.metadata ?? null,
    keepsMemory: state === 'SUSPENDED',
    dataCenter: vm.datacenterId || vm.dataCenterId || null,
  };
}

export function machineResource(machine: WireMachine, at: Instant): Resource {
  return {
    ...readCommonFields(machine, at),
    kind: 'machine',
    ...machineStanding(machine.state, machine.powerState),
    price: readQuotedPrice(machine.priceHr),
    vcpus: machine.cpuCores ?? 0,
    gpus: countGpus(machine, machine.gpuModelId, machine.gpus),
    gpuModel: machine.gpuModelId || null,
  };
}

/**
 * Returns a cluster and its machines. Each machine has its own price and the cluster the remainder, so that nothing counts
 * twice.
 */
export function clusterResources(cluster: WireCluster, at: Instant): Resource[] {
  const state = cluster.state || 'STATE_UNSPECIFIED';
  const members = (cluster.machines ?? []).map((machine) => clusterMachine(cluster, machine, at));
  // An unreadable total may be higher than the sum of the machines.
  const isUnread = isUnreadable(cluster, 'totalPriceHr');
  const total = isUnread
    ? null
    : (readHourlyPrice(cluster.totalPriceHr) ?? readHourlyPrice(cluster.totalMachinePriceHr));
  const prices = members.map(priceNow);
  const isEveryPriceKnown = prices.every((price) => price !== null);
  // Without a total, a cluster's price is that of its machines.
  const isSum = isEveryPriceKnown && prices.length > 0 && !isUnread;
  const ownPrice = isSum ? lessPrice(total ?? free, sumPrices(prices)) : total;
  const clusterResource: Resource = {
    ...readCommonFields(cluster, at),
    kind: 'cluster',
    state,
    activity: presenceActivity.get(state) ?? 'unknown',
    price: ownPrice && quoted(ownPrice),
  };
  return [
    clusterResource,
    ...(isEveryPriceKnown || total === null
      ? members
      : members.map((member) => ({ ...member, price: quoted(free) }))),
  ];
}

export function clusterMachine(cluster: WireCluster, machine: WireClusterMachine, at: Instant): Resource {
  return {
    ...readCommonFields(machine, at),
    kind: 'cluster-machine',
    ...machineStanding(machine.state, machine.powerState, cluster.state || 'STATE_UNSPECIFIED'),
    price: readQuotedPrice(machine.priceHr),
    committedUntil: readCommitmentEnd(cluster, readWireInstant(cluster.createTime), at),
    vcpus: machine.cpuCores ?? 0,
    gpus: Math.max(
      countGpus(machine, machine.gpuModelId, machine.gpus),
      countGpus(cluster, cluster.gpuModelId, cluster.totalGpus ? 1 : 0),
    ),
    gpuModel: machine.gpuModelId || cluster.gpuModelId || null,
    createdBy: machine.createBy || cluster.createBy || null,
    dataCenter: cluster.dataCenterId || null,
    cluster: ResourceId.parse(cluster.id),
  };
}
