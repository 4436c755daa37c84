import type { Intent } from '../../model/intent.ts';
import type { Message } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { deliverOutbox } from '../act/act.ts';
import { carryOutAll } from '../act/carry-out.ts';
import { routingOf } from '../act/routing.ts';
import type { Log } from '../ports.ts';

/** The input for simulating `act`. */
export type WouldAct = {
  /** A ledger in memory, never the one that was recorded. */
  readonly ledger: Ledger;
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly now: Instant;
};

export type WouldBe = { readonly messages: readonly Message[]; readonly actions: readonly Intent[] };

/**
 * Runs `act` with a route that delivers every message at once and a cloud that accepts every request. Only later
 * observations show the outcome of an action.
 */
export async function wouldAct({ ledger, policy, intervals, now }: WouldAct): Promise<WouldBe> {
  const messages: Message[] = [];
  const ports = {
    ledger,
    clock: { now: () => now, sleep: async () => {} },
    log: failLoudly,
    notifiers: [
      {
        route: 'replay',
        send: async (message: Message) => {
          messages.push(message);
          return { kind: 'delivered' } as const;
        },
      },
    ],
    provider: {
      unsupported: () => null,
      action: async () => ({ kind: 'requested', at: now, because: 'it would be asked for' }) as const,
    },
  };
  const routing = routingOf(ports, { ...policy, routes: null });
  for (const head of await ledger.heads()) await deliverOutbox(ports, head, routing);
  const carried = await carryOutAll(ports, { policy, intervals }, await ledger.heads());
  return { messages, actions: carried.map(({ intent }) => intent) };
}

/** Throws on any logged failure: a replay without a failed turn or action would give a different result. */
export const failLoudly: Log = (event, details) => {
  if (event !== 'caps-held') throw new Error(`${event}: ${details?.['because']}`);
};
