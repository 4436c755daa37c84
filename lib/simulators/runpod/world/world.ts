import type { Clock } from '../../../jobs/ports.ts';
import { earlier, type Instant, latest, milliseconds } from '../../../model/time/time.ts';
import { lastCharge, nextEnd } from './account.ts';
import { chargedUntil } from './charges.ts';
import type { State } from './state.ts';
import { fromUsd } from './tariff.ts';

/** Something that happens in the world at an instant. */
export type Happening = { readonly at: Instant; happen(state: State): unknown };

export type World = {
  /** Performs all that is due, then returns the state. A change to it happens now. */
  state(): State;
};

export type WorldOptions = {
  /** The seed of gauges. */
  readonly seed: number;
  readonly clock: Pick<Clock, 'now'>;
  /** The credit at the beginning, in dollars. */
  readonly credit?: number;
  readonly mode?: State['mode'];
  /** The hourly limit, in dollars. */
  readonly spendLimit?: number;
  readonly script?: readonly Happening[];
};

/**
 * Creates an account of the cloud and what it holds. Nothing runs between requests: each one first catches up with the
 * time that has passed. Everything happens at whole seconds.
 */
export function createWorld(options: WorldOptions): World {
  const { seed, clock, credit = 100, mode = 'PREPAID', spendLimit = 80, script = [] } = options;
  const due = script
    .map(({ at, happen }) => ({ at: wholeSecond(at), happen }))
    .sort((left, right) => left.at - right.at);
  const start = wholeSecond(Math.min(due[0]?.at ?? clock.now(), clock.now()) as Instant);
  const state: State = {
    seed,
    at: start,
    mode,
    paid: fromUsd(credit),
    spendLimit,
    settled: { at: start, amount: 0n },
    made: 0,
    pods: new Map(),
    volumes: new Map(),
    endpoints: new Map(),
    clusters: new Map(),
    templates: new Map(),
    registries: new Map(),
    sshKeys: [],
  };

  /** Returns what comes first: a script's event before a status, and that before the end of the credit. */
  function next(): Happening | undefined {
    const statuses = [...state.pods.values()].flatMap((pod) =>
      pod.ahead.slice(0, 1).map(({ at, status }) => ({
        at,
        happen() {
          pod.ahead.shift();
          pod.life.push({ at, status });
        },
      })),
    );
    const end = nextEnd(state);
    return [...due.slice(0, 1), ...statuses, ...(end === null ? [] : [end])].reduce<Happening | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    );
  }

  return {
    state() {
      const until = latest(state.at, wholeSecond(clock.now()));
      for (let event = next(); event !== undefined && event.at <= until; event = next()) {
        state.at = latest(state.at, event.at);
        if (event === due[0]) due.shift();
        event.happen(state);
        settle(state);
      }
      state.at = until;
      return state;
    },
  };
}

/** Adds up what was charged so far, so that it is not added up again. */
function settle(state: State): void {
  const at = latest(state.settled.at, lastCharge(state.at));
  state.settled = { at, amount: chargedUntil(state, at) };
}

const wholeSecond = (at: Instant): Instant => earlier(at, milliseconds(at % 1_000));
