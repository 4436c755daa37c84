import type { Activity } from '../../../model/facts/resource.ts';
import type { PassingStates } from '../../boots.ts';

/**
 * The activity for each state of the platform. A state that is not in the table, such as one of a later version, is
 * `unknown`: never stopped, never idle.
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

/** The transitional states of VMs and machines that start or stop. */
export const passingStates: PassingStates = {
  up: new Set(['PENDING', 'STARTING', 'POWERING_ON', 'REBOOTING']),
  down: new Set(['STOPPING', 'SUSPENDING', 'POWERING_OFF']),
};

const powerActivity = words({
  ON: 'running',
  OFF: 'stopped',
  POWERING_ON: 'changing',
  POWERING_OFF: 'changing',
  REBOOTING: 'changing',
});

/** The activity for each state of machines, clusters, volumes and other resources. */
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

/** The states of disks. A disk that is ready is not in use, and counts as stopped. */
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
 * Returns the activity of a machine from its state and its power. The power reads ON or OFF in any state, so it counts
 * only for a machine that is ACTIVE, in a cluster that is neither being changed nor in an unknown state.
 */
export function machineStanding(
  ownState: Word,
  power: Word,
  cluster = 'ACTIVE',
): { readonly state: string; readonly activity: Activity } {
  const ownActivity = presenceActivity.get(ownState ?? '') ?? 'unknown';
  if (ownActivity !== 'running') return { state: ownState || 'STATE_UNSPECIFIED', activity: ownActivity };
  const clusterActivity = presenceActivity.get(cluster) ?? 'unknown';
  if (clusterActivity === 'changing' || clusterActivity === 'unknown')
    return { state: cluster, activity: clusterActivity };
  const state = power || 'MACHINE_POWER_STATE_UNSPECIFIED';
  return { state, activity: powerActivity.get(state) ?? 'unknown' };
}

/** Makes a map, since a plain object also has inherited properties such as "constructor". */
function words(table: Readonly<Record<string, Activity>>): ReadonlyMap<string, Activity> {
  return new Map(Object.entries(table));
}
