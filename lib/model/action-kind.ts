import * as z from 'zod';
import type { Activity, ResourceKind } from './facts/resource.ts';

/** What spendwatch can do to a resource. */
export const ActionKind = z.enum(['stop', 'power-off', 'image', 'terminate', 'start', 'power-on']);
export type ActionKind = z.infer<typeof ActionKind>;

/** What may take something from somebody. An image costs, and what is started was running before. */
export const isDestructive = (action: ActionKind): boolean =>
  action === 'stop' || action === 'power-off' || action === 'terminate';

/** Whether an action brings something to rest. */
export const isRest = (act: ActionKind): boolean => act === 'stop' || act === 'power-off';

/** How a resource is seen once an action on it is done; `null` for an image, which shows in itself alone. */
export const activityAfter = (act: ActionKind): Activity | null =>
  act === 'image' ? null : act === 'terminate' ? 'gone' : isRest(act) ? 'stopped' : 'running';

/** How what runs is brought to rest, by its kind; `null` for what cannot be. */
export const restOf = (kind: ResourceKind): 'stop' | 'power-off' | null =>
  kind === 'vm' ? 'stop' : kind === 'machine' || kind === 'cluster-machine' ? 'power-off' : null;

/** How what rests is made to run again. */
export const wakeOf = (kind: ResourceKind): 'start' | 'power-on' | null =>
  kind === 'vm' ? 'start' : restOf(kind) === null ? null : 'power-on';
