import type { Head } from '../model/head.ts';
import { defaultIntervals, type Intervals } from '../model/intervals.ts';
import type { Policy } from '../model/policy.ts';
import { type Carried, carryOutAll } from './carry-out.ts';
import { deliverOutbox } from './deliver.ts';
import type { ActPorts } from './ports.ts';
import { raiseSilences } from './raise-silences.ts';
import { type Routing, routingOf } from './routing.ts';
import { tellOfBlindness } from './tell-of-blindness.ts';
import { keyFaultNow } from './tell-of-key.ts';
import { tellOfRoutes } from './tell-of-routes.ts';
import { toldError } from './told-error.ts';

/** What one run of `act` is made with. */
export type ActRun = { readonly policy: Policy; readonly intervals?: Intervals };

export type ActReport = {
  readonly delivered: number;
  readonly undelivered: number;
  readonly carried: readonly Carried[];
  /** Why nothing could be done: the key that acts cannot be had. */
  readonly keyFault: string | null;
  /** Why spendwatch as a whole is blind; empty when it is not. */
  readonly blind: readonly string[];
  /** All heads, as they stood when everything had been said. */
  readonly heads: readonly Head[];
};

/**
 * Says that nobody looks where that is so, sends what waits to be said, then does what waits to be done. Only the last
 * takes a key of the cloud, and without one nothing is claimed.
 */
export async function act(
  ports: ActPorts,
  { policy, intervals = defaultIntervals }: ActRun,
): Promise<ActReport> {
  const known = await raiseSilences(ports, policy, intervals, await ports.ledger.heads());
  const routing = routingOf(ports, policy);
  const heads: Head[] = [];
  let delivered = 0;
  let undelivered = 0;
  for (const head of known) {
    const report = head.outbox.length === 0 ? null : await deliver(ports, routing, head);
    delivered += report?.delivered ?? 0;
    undelivered += report?.failed ?? 0;
    heads.push(report?.head ?? head);
  }
  const blind = await tellOfBlindness(ports, { policy, intervals, routing, heads });
  await tellOfRoutes(ports, policy, routing);
  const keyFault = await keyFaultNow(ports, policy, heads);
  const carried = keyFault === null ? await carryOutAll(ports, policy, intervals, heads) : [];
  return { blind, delivered, undelivered, carried, keyFault, heads };
}

async function deliver(ports: ActPorts, routing: Routing, head: Head) {
  try {
    return await deliverOutbox(ports, head, routing);
  } catch (error) {
    ports.log('delivery-not-recorded', { target: head.target, because: toldError(error) });
    return null;
  }
}
