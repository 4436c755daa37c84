import type { ProjectId, ResourceId, VmId } from '../../../lib/model/ids.ts';
import type { Instant } from '../../../lib/model/time.ts';

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

/** Nano-dollars an hour: money in whole numbers, so that the oracle needs no decimals. */
export type NanoPrice = bigint;

type Billed = {
  readonly project: ProjectId;
  readonly price: NanoPrice;
  /** The same as the platform writes it. */
  readonly priceText: string;
  readonly createdAt: Instant;
  /** Billed up to here; `null` while it is there. */
  goneAt: Instant | null;
  phases: readonly Phase[];
};

export type TrueVm = Billed & {
  readonly kind: 'vm';
  readonly id: VmId;
  readonly vcpus: number;
  readonly gpus: number;
  metadata: Readonly<Record<string, string>>;
  /** The platform's reply leaves the metadata out while this holds. */
  hidesMetadata: boolean;
  readonly uses: Use[];
  readonly boots: Boot[];
  /** Times without monitor samples. */
  readonly blind: { readonly from: Instant; readonly until: Instant }[];
};
export type TrueMachine = Billed & { readonly kind: 'machine'; readonly id: ResourceId };
export type TrueVolume = Billed & { readonly kind: 'volume'; readonly id: ResourceId };
/** A resource as it really is. Another one under the same id is another object. */
export type TrueResource = TrueVm | TrueMachine | TrueVolume;

export const isThere = (resource: TrueResource, at: Instant): boolean =>
  resource.createdAt <= at && (resource.goneAt === null || at < resource.goneAt);

export function stateOf(resource: TrueResource, at: Instant): string {
  const { phases } = resource;
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase !== undefined && phase.from <= at) return phase.state;
  }
  return 'PENDING';
}
