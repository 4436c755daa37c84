import type { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import type { Instant, Span } from '../../../lib/model/time/time.ts';
import type { Observer } from '../observer.ts';
import type { Scenario } from '../scenario.ts';
import type { TrueAccount } from './account.ts';
import { gaugeMonitor } from './gauges.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import { isThere, type TrueResource, type TrueVm } from './true-resource.ts';
import { type Wire, wireOf } from './wire.ts';

/** The whole truth: everything that ever existed in the cloud. */
export type World = {
  readonly account: BillingAccountId;
  readonly ofAccount: TrueAccount;
  readonly projects: ProjectId[];
  /** Every resource that ever existed, in the order of their creation. */
  readonly resources: TrueResource[];
  readonly monitor: Monitor;
  /** Receives what the monitor must know. */
  readonly gauges: Observer;
  readonly wire: Wire;
};

export function emptyWorld(
  scenario: Scenario,
  beganAt: Instant,
  sampleReach: Span,
  now: () => Instant,
): World {
  const wire = wireOf(scenario);
  const gauges = wire.hasGauges ? gaugeMonitor(now) : null;
  return {
    account: wire.account,
    ofAccount: { plan: scenario.account, beganAt, payments: [], states: [] },
    projects: [],
    resources: [],
    monitor: gauges ?? createMonitor(scenario.sampleLag, sampleReach),
    gauges: gauges?.observer ?? {},
    wire,
  };
}

/** Returns the resources of one kind that exist in one project at an instant. */
export function present<K extends TrueResource['kind']>(
  world: World,
  kind: K,
  project: ProjectId,
  at: Instant,
): Extract<TrueResource, { kind: K }>[] {
  const isIt = (resource: TrueResource): resource is Extract<TrueResource, { kind: K }> =>
    resource.kind === kind && resource.project === project && isThere(resource, at);
  return world.resources.filter(isIt);
}

export const presentVm = (world: World, project: ProjectId, id: string, at: Instant): TrueVm | undefined =>
  present(world, 'vm', project, at).find((vm) => vm.id === id);
