import type { Activity } from '../../../model/facts/resource.ts';

/**
 * What a platform's word for a state means to us. Whatever is not in the table, now or in a later
 * version of the platform, is `unknown`: never stopped, never idle.
 */
export const vmActivity = words({
  ACTIVE: 'running',
  STOPPED: 'stopped',
  SUSPENDED: 'stopped',
  FAILED: 'failed',
  DELETED: 'gone',
  PENDING: 'changing',
  CLONING: 'changing',
  CREATING_SNAPSHOT: 'changing',
  DELETING: 'changing',
  DELETING_SNAPSHOT: 'changing',
  HOTPLUGGING: 'changing',
  MIGRATING: 'changing',
  RECREATING: 'changing',
  REVERTING_SNAPSHOT: 'changing',
  RESIZING: 'changing',
  RESIZING_DISK: 'changing',
  STARTING: 'changing',
  STOPPING: 'changing',
  SUSPENDING: 'changing',
});

const powerActivity = words({
  ON: 'running',
  OFF: 'stopped',
  POWERING_ON: 'changing',
  POWERING_OFF: 'changing',
  REBOOTING: 'changing',
});

/** Of machines, clusters and volumes, and of whatever else is there or not. */
export const presenceActivity = words({
  ACTIVE: 'running',
  FAILED: 'failed',
  CREATING: 'changing',
  DEPLOYING: 'changing',
  UPDATING: 'changing',
  DELETING: 'changing',
});

export const networkActivity = words({
  ACTIVE: 'running',
  FAILED: 'failed',
  STOPPED: 'stopped',
  DELETED: 'gone',
  CREATING: 'changing',
  DELETING: 'changing',
  STARTING: 'changing',
  STOPPING: 'changing',
  UPDATING: 'changing',
});

/** A disk that is ready waits for a VM to use it: it runs as little as a stopped VM does. */
export const diskActivity = words({
  ATTACHED: 'running',
  READY: 'stopped',
  DISABLED: 'stopped',
  FAILED: 'failed',
  CLONING: 'changing',
  CREATING: 'changing',
  DELETING: 'changing',
  UPDATING: 'changing',
});

export const imageActivity = words({
  READY: 'running',
  ACTIVE: 'running',
  FAILED: 'failed',
  CLONING: 'changing',
  CREATING: 'changing',
  DELETING: 'changing',
  UPDATING: 'changing',
});

type Word = string | null | undefined;

/**
 * What a machine is, from its life cycle and its power. The power reads ON or OFF whatever the machine is doing, so
 * it counts only in one that is ACTIVE, in a cluster that is not itself being changed, nor in a state that nobody knows.
 */
export function machineStanding(
  life: Word,
  power: Word,
  cluster: Word = null,
): { readonly state: string; readonly activity: Activity } {
  const lives = presenceActivity.get(life ?? '') ?? 'unknown';
  if (lives !== 'running') return { state: life || 'STATE_UNSPECIFIED', activity: lives };
  const around = cluster ? (presenceActivity.get(cluster) ?? 'unknown') : 'running';
  if (cluster && (around === 'changing' || around === 'unknown')) return { state: cluster, activity: around };
  const state = power ?? 'MACHINE_POWER_STATE_UNSPECIFIED';
  return { state, activity: powerActivity.get(state) ?? 'unknown' };
}

/** A map, since every object knows words of its own, such as "constructor". */
function words(table: Readonly<Record<string, Activity>>): ReadonlyMap<string, Activity> {
  return new Map(Object.entries(table));
}
