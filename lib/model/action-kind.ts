import * as z from 'zod';
import type { Activity, ResourceKind } from './facts/resource.ts';

/** The actions that spendwatch can take on a resource. */
export const ActionKind = z.enum(['stop', 'power-off', 'image', 'terminate', 'start', 'power-on']);
export type ActionKind = z.infer<typeof ActionKind>;

/** Reports whether an action can interrupt or destroy somebody's work; images and starts cannot. */
export const isDestructive = (action: ActionKind): boolean =>
  action === 'stop' || action === 'power-off' || action === 'terminate';

/** Reports whether an action stops a resource. */
export const isRest = (action: ActionKind): boolean => action === 'stop' || action === 'power-off';

/**
 * Returns a resource's activity after an action on it is done; `null` for an image, which does not change the
 * activity.
 */
export function getResultingActivity(action: ActionKind): Activity | null {
  if (action === 'image') return null;
  if (action === 'terminate') return 'gone';
  return isRest(action) ? 'stopped' : 'running';
}

/** Returns the action that stops a running resource of a kind; `null` when there is none. */
export function getRestAction(kind: ResourceKind): 'stop' | 'power-off' | null {
  if (kind === 'vm') return 'stop';
  return kind === 'machine' || kind === 'cluster-machine' ? 'power-off' : null;
}

/** Returns the action that starts a stopped resource of a kind; `null` when there is none. */
export function getWakeAction(kind: ResourceKind): 'start' | 'power-on' | null {
  if (kind === 'vm') return 'start';
  return getRestAction(kind) === null ? null : 'power-on';
}
