import type { ProjectId, ResourceId, VmId } from '../../../lib/model/ids.ts';
import { type Instant, instant, later, type Span } from '../../../lib/model/time/time.ts';
import { busyStates } from '../spell.ts';

/** A state of a resource, and its beginning. */
export type Phase = { readonly from: Instant; readonly state: string };
/** The use of a VM from an instant on. */
export type Use = {
  readonly from: Instant;
  /** The share of all its cores, 0 to 1. */
  readonly cpu: number;
  /** Bytes per second, in and out together. */
  readonly network: number;
};
/** A time in which the guest is up. */
export type Boot = { readonly from: Instant; until: Instant | null };

/** The metadata of a VM. */
export type Marks = Readonly<Record<string, string>>;

/** Nano-dollars an hour, in whole numbers, so that the oracle needs no decimals. */
export type NanoPrice = bigint;

type TrueCommitment = {
  readonly from: Instant;
  readonly until: Instant;
  /** The number of calendar months, where the platform shows that and no end. */
  readonly months?: 1 | 3;
};

type Billed = {
  readonly project: ProjectId;
  readonly price: NanoPrice;
  /** The price as the platform writes it. */
  readonly priceText: string;
  readonly createdAt: Instant;
  /** The end of its charge; `null` while it exists. */
  goneAt: Instant | null;
  phases: readonly Phase[];
  /** Its creator, where the platform shows it. */
  readonly createdBy: string | null;
  /** Its commitments; each replaces the one before. */
  commitments: readonly TrueCommitment[];
};

/** The optional members of a pod that the platform may leave out: the count of one GPU, a gauge of its CPU or memory. */
export type PodMember = 'gpu.count' | 'cpu.util' | 'memoryUtil';

/** The disks of a pod, in units of 73 GB, and its network volume. */
export type Disks = { readonly container: number; readonly volume: number; readonly network: string | null };

export type TrueVm = Billed & {
  readonly kind: 'vm';
  readonly id: VmId;
  readonly vcpus: number;
  readonly gpus: number;
  /** Its price while it is stopped. */
  readonly restPrice: NanoPrice;
  readonly disks?: Disks;
  readonly leavesOut?: readonly PodMember[];
  /** Its metadata from an instant on; the first entry is from its creation. */
  readonly marks: { readonly from: Instant; readonly metadata: Marks }[];
  /** True while the platform's reply omits the metadata. */
  hidesMetadata: boolean;
  readonly uses: Use[];
  readonly boots: Boot[];
  /** Times without monitor samples. */
  readonly blind: { readonly from: Instant; readonly until: Instant }[];
};
export type TrueMachine = Billed & { readonly kind: 'machine'; readonly id: ResourceId };
export type TrueVolume = Billed & {
  readonly kind: 'volume';
  readonly id: ResourceId;
  /** The amount of data on it, from an instant on. */
  readonly fillings: readonly { readonly from: Instant; readonly gib: number }[];
};
/** A disk; it is billed like everything else, and shown without its own price. */
export type TrueDisk = Billed & {
  readonly kind: 'disk';
  readonly id: ResourceId;
  /** The image that it was made from. */
  readonly image: string | null;
  /** True if its data center is shown, whose prices determine its cost while it is detached. */
  readonly isPlaced: boolean;
};
/** A bucket, which shows no creation time, like a volume. */
export type TrueBucket = Billed & { readonly kind: 'bucket'; readonly id: ResourceId };
export type TrueImage = Billed & {
  readonly kind: 'image';
  readonly id: ResourceId;
  /** The VM of its disk, if spendwatch made it. */
  readonly of: TrueVm | null;
};
export type TrueCluster = Billed & {
  readonly kind: 'cluster';
  readonly id: ResourceId;
  /** Its machines, whose prices are part of its own. */
  readonly machines: readonly {
    readonly id: ResourceId;
    readonly priceText: string;
    phases: readonly Phase[];
  }[];
};
/** A resource as it really is. Another one under the same id is another object. */
export type TrueResource =
  | TrueVm
  | TrueMachine
  | TrueVolume
  | TrueDisk
  | TrueImage
  | TrueCluster
  | TrueBucket;

/** Returns the name of its record: "project/lab/vm/a-vm". */
export const recordOf = ({ project, kind, id }: Pick<TrueResource, 'project' | 'kind' | 'id'>): string =>
  `project/${project}/${kind}/${id}`;

export const isThere = (resource: TrueResource, at: Instant): boolean =>
  resource.createdAt <= at && (resource.goneAt === null || at < resource.goneAt);

export const commitmentOf = ({ commitments }: TrueResource, at: Instant): TrueCommitment | undefined =>
  commitments.findLast(({ from }) => from <= at);

/** Returns the end of its commitment at an instant, shown or not. */
export const committedUntil = (resource: TrueResource, at: Instant): Instant | null =>
  commitmentOf(resource, at)?.until ?? null;

/** Returns the end of its commitment, as the platform shows it at an instant: where it shows months alone, from the creation. */
export function shownCommittedUntil(resource: TrueResource, at: Instant): Instant | null {
  const commitment = commitmentOf(resource, at);
  if (commitment?.months === undefined) return commitment?.until ?? null;
  return monthsAfter(resource.createdAt, commitment.months);
}

/** Returns the same day and time some months later, or the last day of a shorter month. */
export function monthsAfter(at: Instant, months: number): Instant {
  const date = new Date(at);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day) + (at % 86_400_000));
}

/** Returns the metadata of a VM at an instant. */
export const metadataOf = ({ marks }: TrueVm, at: Instant): Marks =>
  marks.findLast(({ from }) => from <= at)?.metadata ?? {};

export const usedGib = ({ fillings }: TrueVolume, at: Instant): number =>
  fillings.findLast(({ from }) => from <= at)?.gib ?? 0;

/** Returns the price of a resource in a state. */
export const priceIn = (resource: TrueResource, state: string): NanoPrice =>
  resource.kind === 'vm' && state === 'STOPPED' ? resource.restPrice : resource.price;

/** Reports whether a kind has a price; the platform bills the others by size and shows none. */
export const showsPrice = ({ kind }: Pick<TrueResource, 'kind'>): boolean =>
  kind !== 'disk' && kind !== 'image';

/** Reports whether a kind shows its creation time. */
export const showsBirth = ({ kind }: Pick<TrueResource, 'kind'>): boolean =>
  kind !== 'volume' && kind !== 'bucket';

/** Returns the power of a machine; it keeps its last value while the machine is busy. */
export const powerOf = ({ phases }: { readonly phases: readonly Phase[] }, at: Instant): string =>
  phases.findLast(({ from, state }) => from <= at && !isBusyState(state))?.state ?? 'OFF';

export const isBusyState = (state: string): boolean => busyStates.some((busy) => busy === state);

export function stateOf({ phases }: { readonly phases: readonly Phase[] }, at: Instant): string {
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase !== undefined && phase.from <= at) return phase.state;
  }
  return 'PENDING';
}

/** Puts a machine in a state other than ACTIVE for a while, unless it is just being switched. */
export function beBusy(
  machine: { phases: readonly Phase[] },
  { from, until, state }: { readonly from: Instant; readonly until: Instant; readonly state: string },
): boolean {
  const power = stateOf(machine, from);
  if (power !== 'ON' && power !== 'OFF') return false;
  machine.phases = [
    ...machine.phases.filter((phase) => phase.from <= from),
    { from, state },
    { from: until, state: power },
    ...machine.phases.filter((phase) => phase.from > until),
  ];
  return true;
}

/**
 * Switches a machine, even a busy one; later plans of people stay. @returns whether the platform does it: it switches
 * off only what is on, and on only what is off
 */
export function switchPower(
  machine: { phases: readonly Phase[] },
  at: Instant,
  takes: Span,
  to: 'ON' | 'OFF',
): boolean {
  if (powerOf(machine, at) !== (to === 'ON' ? 'OFF' : 'ON')) return false;
  const [under, done] = [`POWERING_${to}`, to];
  const until = later(at, takes);
  machine.phases = [
    ...machine.phases.filter(({ from }) => from <= at),
    { from: at, state: under },
    { from: until, state: done },
    ...machine.phases.filter(({ from }) => from > until),
  ];
  return true;
}
