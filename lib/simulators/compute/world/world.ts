import type { Clock } from '../../../jobs/ports.ts';
import type { ProjectId, VmId } from '../../../model/ids.ts';
import {
  earlier,
  earliest,
  type Instant,
  isoInstant,
  latest,
  milliseconds,
} from '../../../model/time/time.ts';
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
  /** Performs all due events, then returns the state. */
  state(): WorldState;
  /** Performs an event. @throws Refusal when it is impossible; nothing has changed then. */
  perform(event: WorldEventInput): void;
  /** Returns the exact charges of `[from, until)`; things without an end are assumed to go on. */
  bill(from: Instant, until: Instant, filter?: BillFilter): Bill;
  /** Returns a VM's samples of the last hour. @throws Refusal when the VM does not exist. */
  monitor(project: ProjectId, vm: VmId): MonitorItem[];
};

export type WorldOptions = {
  /** The seed. The same seed and events give the same world, to the last byte. */
  readonly seed: number;
  readonly clock: Pick<Clock, 'now'>;
  /** The script; past events have happened when the world opens. */
  readonly events?: readonly ScriptedEvent[];
};

/**
 * Creates a compute cloud with accounts, projects and their contents. Nothing runs between requests: each one first
 * catches up with the time that has passed. Everything happens at whole seconds.
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

  /** Performs everything due: at one instant, events come before expiries, and those before settlements. */
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
    // Any event may have changed spend or credit.
    const soon = nextHour(state.at);
    settling = earliest(settling ?? soon, soon);
  }

  /** Performs a scripted event. An impossible one is a mistake in the script, not a reply to the current request. */
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
