import type { RequestCaller, RequestTerms } from '../operation.ts';

/** The caller of a request, with its signal and its count. */
export type QueuedCaller = Pick<RequestTerms, 'asker' | 'signal' | 'reading'>;

/** Places for requests in flight. */
export type FairPlaces = {
  /** Waits for a place; returns `false` when the signal is aborted first. */
  take(caller: QueuedCaller): Promise<boolean>;
  leave(caller: QueuedCaller): void;
};

/** The share of places that one caller may hold, so that its stalled requests leave room for others. */
const shareOfOne = 1 / 4;

type Lane = { held: number; readonly most: number; readonly waiting: Set<() => void> };

/** The callbacks of each signal, which one listener calls. Thousands of requests may share a signal. */
const waitingFor = new WeakMap<AbortSignal, Set<() => void>>();

function whenAborted(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal === undefined) return () => {};
  const callbacks = waitingFor.get(signal);
  const ends = callbacks ?? new Set();
  ends.add(end);
  if (callbacks === undefined) {
    waitingFor.set(signal, ends);
    const endAll = () => {
      for (const callback of ends) callback();
    };
    signal.addEventListener('abort', endAll, { once: true });
  }
  return () => void ends.delete(end);
}

/** Gives free places to callers in turn, and within a caller to the request that waits longest. */
export function fairPlaces(count: number): FairPlaces {
  /** The callers with requests, in the order of their turns. Requests without a caller share one uncapped lane. */
  const lanes = new Map<RequestCaller | undefined, Lane>();
  const most = Math.max(1, Math.floor(count * shareOfOne));
  let held = 0;

  function getOrCreateLane(asker: RequestCaller | undefined): Lane {
    const known = lanes.get(asker);
    if (known !== undefined) return known;
    const lane: Lane = { held: 0, most: asker === undefined ? count : most, waiting: new Set() };
    lanes.set(asker, lane);
    return lane;
  }

  function give(asker: RequestCaller | undefined, lane: Lane): void {
    held += 1;
    lane.held += 1;
    // A caller that was given a place, or gave one back, is last in turn.
    lanes.delete(asker);
    lanes.set(asker, lane);
  }

  /** Hands a place directly to the next request, so that no new one gets ahead of it. */
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
      const lane = getOrCreateLane(asker);
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
      const lane = getOrCreateLane(asker);
      held -= 1;
      lane.held -= 1;
      lanes.delete(asker);
      if (lane.held > 0 || lane.waiting.size > 0) lanes.set(asker, lane);
      giveNext();
    },
  };
}
