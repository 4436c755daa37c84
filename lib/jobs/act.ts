import type { Head } from '../model/head.ts';
import { defaultIntervals, type Intervals } from '../model/intervals.ts';
import type { Policy } from '../model/policy.ts';
import { type Carried, carryOutAll } from './carry-out.ts';
import { deliverOutbox } from './deliver.ts';
import type { ActPorts } from './ports.ts';
import { toldError } from './told-error.ts';

/** What one run of `act` is made with. */
export type ActRun = { readonly policy: Policy; readonly intervals?: Intervals };

export type ActReport = {
  readonly delivered: number;
  readonly undelivered: number;
  readonly carried: readonly Carried[];
};

/** Sends what waits to be said, then does what waits to be done. */
export async function act(
  ports: ActPorts,
  { policy, intervals = defaultIntervals }: ActRun,
): Promise<ActReport> {
  const heads: Head[] = [];
  let delivered = 0;
  let undelivered = 0;
  for (const head of await ports.ledger.heads()) {
    const report = head.outbox.length === 0 ? null : await deliver(ports, head);
    delivered += report?.delivered ?? 0;
    undelivered += report?.failed ?? 0;
    heads.push(report?.head ?? head);
  }
  return { delivered, undelivered, carried: await carryOutAll(ports, policy, intervals, heads) };
}

async function deliver(ports: ActPorts, head: Head) {
  try {
    return await deliverOutbox(ports, head);
  } catch (error) {
    ports.log('delivery-not-recorded', { target: head.target, because: toldError(error) });
    return null;
  }
}
