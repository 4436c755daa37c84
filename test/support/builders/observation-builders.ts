import type { AccountObservation, ProjectObservation } from '../../../lib/model/facts/observation.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { type UsagePoint, usageSlot, type VmUsage } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget, ResourceId, type TargetId, VmId } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { quoted, StoredResourcePrice } from '../../../lib/model/money/price.ts';
import { earlier, type Instant, milliseconds } from '../../../lib/model/time/time.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import { at } from '../at.ts';

/** The default project of builders. */
export const lab: TargetId = projectTarget(null, ProjectId.parse('lab'));
export const noon: Instant = at('2026-11-21T12:00:00');

/** The fields of a resource, with plain text for its branded id. */
type ResourceOverrides = Partial<Omit<Resource, 'id' | 'price'>> & {
  readonly id?: string;
  readonly price?: string | null;
};

function aResource(defaults: Resource, { id, price, ...others }: ResourceOverrides): Resource {
  return {
    ...defaults,
    ...others,
    ...(id === undefined ? {} : { id: ResourceId.parse(id) }),
    ...(price === undefined ? {} : { price: StoredResourcePrice.nullable().parse(price) }),
  };
}

/** Returns a running VM without GPUs that is twenty days old and shows empty metadata. */
export const aVm = (overrides: ResourceOverrides = {}): Resource =>
  aResource(
    {
      kind: 'vm',
      id: ResourceId.parse('box'),
      state: 'ACTIVE',
      activity: 'running',
      price: quoted(hourlyPrice('0.50')),
      createdAt: at('2026-11-01T12:00:00'),
      committedUntil: null,
      vcpus: 4,
      gpus: 0,
      gpuModel: null,
      metadata: {},
      createdBy: null,
      dataCenter: null,
      cluster: null,
      expiresAt: null,
      inUse: null,
      sizeGib: null,
      usedGib: null,
      keepsMemory: false,
      seenAt: noon,
    },
    overrides,
  );

export const aVolume = (overrides: ResourceOverrides = {}): Resource =>
  aVm({ kind: 'volume', id: 'data', vcpus: 0, createdAt: null, ...overrides });

export const aMachine = (overrides: ResourceOverrides = {}): Resource =>
  aVm({ kind: 'machine', id: 'metal', state: 'ON', vcpus: 64, ...overrides });

/** Returns a project with one running VM, seen completely; its resources are as old as the observation. */
export function anObservation(overrides: Partial<ProjectObservation> = {}): ProjectObservation {
  const { at: seenAt = noon } = overrides;
  return {
    kind: 'project',
    cloud: 'compute',
    at: seenAt,
    account: null,
    seen: ['vms', 'machines'],
    missing: [],
    resources: [aVm({ seenAt })],
    diskGibPrices: {},
    spend: null,
    signals: ['cpu', 'network', 'disk'],
    usage: [],
    ...overrides,
  };
}

export const anAccountObservation = (overrides: Partial<AccountObservation> = {}): AccountObservation => ({
  kind: 'account',
  cloud: 'compute',
  at: noon,
  seen: ['account'],
  missing: [],
  standing: 'active',
  state: 'active',
  paymentTerms: 'unknown',
  recharge: null,
  creditBalance: null,
  lowSince: null,
  overdue: null,
  payment: null,
  burnRate: hourlyPrice('2'),
  burnLimit: null,
  monthlySpend: null,
  monthlySpendLimit: null,
  spend: null,
  ...overrides,
});

export const aHead = (overrides: Partial<Head> = {}): Head => ({ ...firstHead(lab), ...overrides });

/** Returns the usage of a VM in the slots up to `until`, oldest first: percent of CPU, or a whole point. */
export function usageUntil(
  until: Instant,
  slots: readonly (number | Partial<Omit<UsagePoint, 'at'>> | 'missing')[],
  vm = 'box',
): VmUsage {
  const points = slots.flatMap((slot, index): UsagePoint[] => {
    if (slot === 'missing') return [];
    const figures = typeof slot === 'number' ? { cpu: slot } : slot;
    const at = earlier(until, milliseconds((slots.length - 1 - index) * usageSlot));
    return [{ cpu: 5, network: 200, disk: 4_000, answers: null, ...figures, at }];
  });
  return { vm: VmId.parse(vm), points };
}

/** Returns the same figure several times. */
export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
