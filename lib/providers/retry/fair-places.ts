import type { Asker, Asking } from '../operation.ts';

/** Who asks, until when, and how much. */
export type Asked = Pick<Asking, 'asker' | 'signal' | 'reading'>;

/** Places for requests in flight. */
export type FairPlaces = {
  /** Waits for a place; `false` when the signal is aborted first. */
  take(asked: Asked): Promise<boolean>;
  leave(asked: Asked): void;
};

/** Of all places, the part that one asker may hold: what hangs for one leaves room for the others. */
const shareOfOne = 1 / 4;

type Lane = { held: number; readonly most: number; readonly waiting: Set<() => void> };

/** What waits for the end of a signal: thousands of questions share one, and each would be a listener. */
const waitingFor = new WeakMap<AbortSignal, Set<() => void>>();

function whenAborted(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal === undefined) return () => {};
  const known = waitingFor.get(signal);
  const ends = known ?? new Set();
  ends.add(end);
  if (known === undefined) {
    waitingFor.set(signal, ends);
    const endAll = () => {
      for (const each of ends) each();
    };
    signal.addEventListener('abort', endAll, { once: true });
  }
  return () => void ends.delete(end);
}

/** Gives a place that becomes free to the asker whose turn it is, and within one asker to whoever waits longest. */
export function fairPlaces(count: number): FairPlaces {
  /** Those that hold or wait, the one whose turn it is first. Whoever names no asker shares one lane, without a cap. */
  const lanes = new Map<Asker | undefined, Lane>();
  const most = Math.max(1, Math.floor(count * shareOfOne));
  let held = 0;

  function laneOf(asker: Asker | undefined): Lane {
    const known = lanes.get(asker);
    if (known !== undefined) return known;
    const lane: Lane = { held: 0, most: asker === undefined ? count : most, waiting: new Set() };
    lanes.set(asker, lane);
    return lane;
  }

  function give(asker: Asker | undefined, lane: Lane): void {
    held += 1;
    lane.held += 1;
    // Whoever was given a place, or gave one back, is last in turn.
    lanes.delete(asker);
    lanes.set(asker, lane);
  }

  /** A place goes straight to who is next, so that no newcomer slips in between. */
  function giveNext(): void {
    for (const [asker, lane] of lanes) {
      const [go] = lane.waiting;
      if (go === undefined || lane.held >= lane.most) continue;
      lane.waiting.delete(go);
      give(asker, lane);
      go();
      return;
    }
  }

  return {
    async take({ asker, signal }) {
      const lane = laneOf(asker);
      if (signal?.aborted) return false;
      if (held < count && lane.held < lane.most) {
        give(asker, lane);
        return true;
      }
      return new Promise((resolve) => {
        const forget = whenAborted(signal, () => {
          lane.waiting.delete(go);
          resolve(false);
        });
        const go = () => {
          forget();
          resolve(true);
        };
        lane.waiting.add(go);
      });
    },
    leave({ asker }) {
      const lane = laneOf(asker);
      held -= 1;
      lane.held -= 1;
      lanes.delete(asker);
      if (lane.held > 0 || lane.waiting.size > 0) lanes.set(asker, lane);
      giveNext();
    },
  };
}
