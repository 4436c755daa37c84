import type { Clock } from '../../jobs/ports.ts';
import type { ProjectId, VmId } from '../../model/ids.ts';
import { earlier, earliest, type Instant, isoInstant, latest, milliseconds } from '../../model/time/time.ts';
import { createMonitor, type MonitorItem } from './compute/monitor.ts';
import { deleteExpired, nextExpiry } from './compute/vm-life.ts';
import { platformDataCenters } from './data-centers.ts';
import { nobody } from './identity/identity.ts';
import { type Bill, type BillFilter, billOf, nextHour } from './money/billing.ts';
import { nextSettlement, settleHour } from './money/settlement.ts';
import { perform } from './perform.ts';
import { Refusal } from './refusal.ts';
import { type ScriptedEvent, WorldEvent, type WorldEventInput } from './world-event.ts';
import { theHolding, type WorldState } from './world-state.ts';

export type World = {
  /** Lets everything happen that time has passed, then shows how things stand. */
  state(): WorldState;
  /** @throws Refusal when the world will not have it; nothing has changed then. */
  perform(event: WorldEventInput): void;
  /** The exact charges of `[from, until)`; what has no end yet is taken to go on. */
  bill(from: Instant, until: Instant, filter?: BillFilter): Bill;
  /** A VM's samples of the last hour. @throws Refusal when there is no such VM. */
  monitor(project: ProjectId, vm: VmId): MonitorItem[];
};

export type WorldOptions = {
  /** The same seed and the same events make the same world, to the last byte. */
  readonly seed: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Those in the past have happened when the world opens. */
  readonly events?: readonly ScriptedEvent[];
};

/**
 * A compute cloud with accounts, projects and what they hold. Nothing runs in it between looks: each
 * look first makes up for the time that has passed. All that happens does so at whole seconds.
 */
export function createWorld({ seed, clock, events = [] }: WorldOptions): World {
  const script = events
    .map((event) => ({ ...event, what: WorldEvent.parse(event.what), at: wholeSecond(event.at) }))
    .sort((left, right) => left.at - right.at);
  const now = wholeSecond(clock.now());
  const first = earliest(script[0]?.at ?? now, now);
  const state: WorldState = {
    seed,
    at: first,
    accounts: new Map(),
    projects: new Map(),
    formerProjects: [],
    dataCenters: platformDataCenters(),
    identity: nobody(),
    expiring: new Set(),
  };
  const monitor = createMonitor(seed);
  let happened = 0;
  let settling: Instant | null = null;

  /** What happens at a moment comes before what expires at it, and that before what is settled at it. */
  function catchUp(): WorldState {
    const until = latest(state.at, wholeSecond(clock.now()));
    for (;;) {
      const event = script[happened];
      const expiry = nextExpiry(state);
      if (event && event.at <= earliest(until, settling ?? until, expiry ?? until)) {
        happened += 1;
        state.at = event.at;
        play(event);
      } else if (expiry !== null && expiry <= earliest(until, settling ?? until)) {
        state.at = expiry;
        deleteExpired(state);
      } else if (settling !== null && settling <= until) {
        state.at = settling;
        settleHour(state);
        settling = nextSettlement(state);
      } else {
        state.at = until;
        return state;
      }
    }
  }

  function happen(what: WorldEvent): void {
    perform(state, what);
    // Whatever it was, it may have changed what is spent, or what there is to spend.
    const soon = nextHour(state.at);
    settling = earliest(settling ?? soon, soon);
  }

  /** A script that cannot go as written is a mistake in it, and no answer to whoever looks just then. */
  function play({ at, what, ifPossible }: (typeof script)[number]): void {
    try {
      happen(what);
    } catch (cause) {
      if (ifPossible && cause instanceof Refusal) return;
      throw new Error(`${what.kind}, scripted at ${isoInstant(at)}, cannot happen`, { cause });
    }
  }

  return {
    state: catchUp,
    perform: (event) => {
      catchUp();
      happen(WorldEvent.parse(event));
    },
    bill: (from, until, filter) => billOf(catchUp(), from, until, filter),
    monitor: (project, vm) => {
      const { at } = catchUp();
      return monitor.items(theHolding(state, project, 'vm', vm), at);
    },
  };
}

const wholeSecond = (at: Instant): Instant => earlier(at, milliseconds(at % 1_000));
