import { openEmail } from './email/send.ts';
import { networkOpeners, type Openers } from './openers.ts';
import type { RouteWorld } from './route.ts';

/** Returns the openers of every kind of route, all of which one machine supports. */
export const localOpeners = (world: RouteWorld): Openers => ({
  ...networkOpeners(world),
  email: openEmail(world),
});
