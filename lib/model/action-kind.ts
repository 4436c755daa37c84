import * as z from 'zod';
import type { Activity, ResourceKind } from './facts/resource.ts';

/** The actions that spendwatch can take on a resource. */
export const ActionKind = z.enum(['stop', 'power-off', 'image', 'terminate', 'start', 'power-on']);
export type ActionKind = z.infer<typeof ActionKind>;

/** Reports whether an action can interrupt or destroy somebody's work. Images and starts cannot. */
export const isDestructive = (action: ActionKind): boolean =>
  action === 'stop' || action === 'power-off' || action === 'terminate';

/** Reports whether an action stops a resource. */
export const isRest = (act: ActionKind): boolean => act === 'stop' || act === 'power-off';

/** Returns a resource's activity after an action on it is done; `null` for an image, which does not change the activity. */
export const getResultingActivity = (act: ActionKind): Activity | null =>
  act === 'image' ? null : act === 'terminate' ? 'gone' : isRest(act) ? 'stopped' : 'running';

/** Returns the action that stops a running resource of a kind; `null` when there is none. */
export const getRestAction = (kind: ResourceKind): 'stop' | 'power-off' | null =>
  kind === 'vm' ? 'stop' : kind === 'machine' || kind === 'cluster-machine' ? 'power-off' : null;

/** Returns the action that starts a stopped resource. */
export const getWakeAction = (kind: ResourceKind): 'start' | 'power-on' | null =>
  kind === 'vm' ? 'start' : getRestAction(kind) === null ? null : 'power-on';
