import type * as z from 'zod';
import type { Cloud } from '../../../lib/clouds/cloud.ts';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { WireBillingAccount } from '../../../lib/clouds/compute/wire/billing-account.ts';
import { WireVolume } from '../../../lib/clouds/compute/wire/storage.ts';
import { WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { BillingAccountId } from '../../../lib/model/ids.ts';
import { hours, type Instant } from '../../../lib/model/time/time.ts';
import type { Scenario } from '../scenario.ts';
import { wireAccount } from './account-form.ts';
import type { Request } from './model-cloud.ts';
import { runpodWire } from './runpod-wire.ts';
import type { Marks, TrueVm, TrueVolume } from './true-resource.ts';
import { wireVm, wireVolume } from './wire-form.ts';
import type { AccountShown } from './witness.ts';
import type { World } from './world.ts';

/** A request under the name and with the input by which the model, the faults and the oracles know it. */
export type Asked = { readonly operation: string; readonly input: Readonly<Record<string, unknown>> };

/** Shows a record as the client reads it; `raw` is what the platform sends, where that differs. */
export type Show = <S extends z.ZodObject>(schema: S, whole: z.output<S>, raw?: object) => z.output<S>;

/** Answers the requests that only one cloud knows. */
type OwnOperations = (
  world: World,
  now: () => Instant,
  listing: (request: Request, items: readonly unknown[]) => unknown,
) => Readonly<Record<string, (request: Request) => unknown>>;

/** How a cloud shows the true world, and what its platform does. The names of the first cloud's operations are common to all. */
export type Wire = {
  readonly account: BillingAccountId;
  provider(cloud: CloudClient): Cloud;
  /** `reading` is that of the poll which asks, if any. */
  asked(operation: string, input: Asked['input'], reading: object | undefined): Asked;
  vm(show: Show, vm: TrueVm, at: Instant): unknown;
  /** Returns the reply with the record of one VM. */
  oneVm(record: unknown): unknown;
  volume(show: Show, volume: TrueVolume, at: Instant): unknown;
  figures(show: Show, world: World, shown: AccountShown): unknown;
  readonly own: OwnOperations;
  /** True if the use of VMs is shown by gauges, GPUs included, and nothing shows the past. */
  readonly hasGauges: boolean;
  /** The milliseconds between two adjustments of the credit and the spend that an account shows. */
  readonly adjustedEvery: number;
  /** True if a stop or a deletion takes no time. */
  readonly endsAtOnce: boolean;
  /** Returns what the platform can hold of the metadata that people write. */
  marks(metadata: Marks): Marks;
  /** Reports whether the platform itself refuses to stop a VM. */
  holds(vm: TrueVm, at: Instant): boolean;
};

const computeWire = (isOld: boolean): Wire => ({
  account: BillingAccountId.parse('main'),
  provider: computeCloud,
  asked: (operation, input) => ({ operation, input }),
  vm: (show, vm, at) => show(WireVm, wireVm(vm, at, isOld)),
  oneVm: (VM) => ({ VM }),
  volume: (show, volume, at) => show(WireVolume, wireVolume(volume, at)),
  figures: (show, world, shown) => show(WireBillingAccount, wireAccount(world, shown)),
  own: () => ({}),
  hasGauges: false,
  adjustedEvery: hours(1),
  endsAtOnce: false,
  marks: (metadata) => metadata,
  holds: () => false,
});

export const wireOf = ({ cloud, isOldPlatform }: Pick<Scenario, 'cloud' | 'isOldPlatform'>): Wire =>
  cloud === 'runpod' ? runpodWire() : computeWire(isOldPlatform);
