import type { ProjectId, ResourceId, VmId } from '../../../lib/model/ids.ts';
import { type Instant, later, type Span } from '../../../lib/model/time/time.ts';
import { busyStates } from '../spell.ts';

/** From when on a resource is in a state. */
export type Phase = { readonly from: Instant; readonly state: string };
/** What a VM's user does with it, from an instant on. */
export type Use = {
  readonly from: Instant;
  /** Of all its cores, 0 to 1. */
  readonly cpu: number;
  /** Bytes a second, in and out together. */
  readonly network: number;
};
/** A time in which the guest is up. */
export type Boot = { readonly from: Instant; until: Instant | null };

/** The metadata of a VM. */
export type Marks = Readonly<Record<string, string>>;

/** Nano-dollars an hour: money in whole numbers, so that the oracle needs no decimals. */
export type NanoPrice = bigint;

type TrueCommitment = {
  readonly from: Instant;
  readonly until: Instant;
  /** How many months of the calendar it lasts from the creation on, where the platform tells that and no end. */
  readonly months?: 1 | 3;
};

type Billed = {
  readonly project: ProjectId;
  readonly price: NanoPrice;
  /** The same as the platform writes it. */
  readonly priceText: string;
  readonly createdAt: Instant;
  /** Billed up to here; `null` while it is there. */
  goneAt: Instant | null;
  phases: readonly Phase[];
  /** Who made it, where the platform shows that. */
  readonly createdBy: string | null;
  /** From when on it is committed, and until when; each takes the place of the one before. */
  commitments: readonly TrueCommitment[];
};

export type TrueVm = Billed & {
  readonly kind: 'vm';
  readonly id: VmId;
  readonly vcpus: number;
  readonly gpus: number;
  /** What its people wrote on it, from an instant on; the first was there when it was made. */
  readonly marks: { readonly from: Instant; readonly metadata: Marks }[];
  /** The platform's reply leaves the metadata out while this holds. */
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
  /** How much is written on it, from an instant on. */
  readonly fillings: readonly { readonly from: Instant; readonly gib: number }[];
};
/** Billed like all else, and shown without a price of its own. */
export type TrueDisk = Billed & {
  readonly kind: 'disk';
  readonly id: ResourceId;
  /** The image that it was made from. */
  readonly image: string | null;
  /** Its data center is shown, whose prices tell what it costs while it is attached to nothing. */
  readonly isPlaced: boolean;
};
/** Does not say when it came to be, as a volume does not. */
export type TrueBucket = Billed & { readonly kind: 'bucket'; readonly id: ResourceId };
export type TrueImage = Billed & {
  readonly kind: 'image';
  readonly id: ResourceId;
  /** The VM whose disk it is of, where we asked for it. */
  readonly of: TrueVm | null;
};
export type TrueCluster = Billed & {
  readonly kind: 'cluster';
  readonly id: ResourceId;
  /** Its machines; their prices are part of its own. */
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

/** By what it is known everywhere: "project/lab/vm/a-vm". */
export const recordOf = ({ project, kind, id }: Pick<TrueResource, 'project' | 'kind' | 'id'>): string =>
  `project/${project}/${kind}/${id}`;

export const isThere = (resource: TrueResource, at: Instant): boolean =>
  resource.createdAt <= at && (resource.goneAt === null || at < resource.goneAt);

export const commitmentOf = ({ commitments }: TrueResource, at: Instant): TrueCommitment | undefined =>
  commitments.findLast(({ from }) => from <= at);

/** Until when it is committed, as the platform tells at an instant. */
export const committedUntil = (resource: TrueResource, at: Instant): Instant | null =>
  commitmentOf(resource, at)?.until ?? null;

/** The metadata that a VM had at an instant. */
export const metadataOf = ({ marks }: TrueVm, at: Instant): Marks =>
  marks.findLast(({ from }) => from <= at)?.metadata ?? {};

export const usedGib = ({ fillings }: TrueVolume, at: Instant): number =>
  fillings.findLast(({ from }) => from <= at)?.gib ?? 0;

/** The platform bills these by their size and shows no price. */
export const showsPrice = ({ kind }: Pick<TrueResource, 'kind'>): boolean =>
  kind !== 'disk' && kind !== 'image';

/** Whether it says when it came to be. */
export const showsBirth = ({ kind }: Pick<TrueResource, 'kind'>): boolean =>
  kind !== 'volume' && kind !== 'bucket';

/** What a machine's power reads: as it was, where the machine is busy with something else. */
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

/** For a while a machine is in another state of its life than ACTIVE, unless it is just being switched. */
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
 * Switches what can be switched; people's own plans for later stay. A machine that is busy is switched too, to its harm.
 * @returns whether the platform does it: it switches off only what is on, and on only what is off
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
