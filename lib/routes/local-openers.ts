import { openEmail } from './email/send.ts';
import { networkOpeners, type Openers } from './openers.ts';
import type { RouteWorld } from './route.ts';

/** Returns every kind of route, which one machine has. */
export const localOpeners = (world: RouteWorld): Openers => ({
  ...networkOpeners(world),
  email: openEmail(world),
});
