import {
  earlier,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../model/time/time.ts';
import { chargedUntil, rateNow } from './charges.ts';
import { isCharged, type Pod, type State, statusOf, workersOf } from './state.ts';
import type { Amount } from './tariff.ts';

/** The platform charges what was used on whole multiples of five minutes. */
const chargedEvery: Span = minutes(5);

/** Returns when an account was last charged. */
export const lastCharge = (at: Instant): Instant => earlier(at, milliseconds(at % chargedEvery));
const nextCharge = (at: Instant): Instant => {
  const last = lastCharge(at);
  return last === at ? at : later(last, chargedEvery);
};

/** Returns the balance that the last charge left. */
export const balanceOf = (state: State): Amount => state.paid - chargedUntil(state, lastCharge(state.at));

/** The end of a prepaid account. */
type End = { readonly at: Instant; happen(): void };

/**
 * Returns the end of the credit, if the account goes on as it is; `null` if there is none. By the charge that leaves nothing,
 * all that runs is stopped, and pods without a network volume are lost.
 */
export function nextEnd(state: State): End | null {
  if (state.mode === 'POSTPAID') return null;
  const pods = [...state.pods.values()];
  const losing = pods.filter((pod) => statusOf(pod) !== 'TERMINATED' && pod.storage.kind !== 'network');
  const stopping = pods.filter((pod) => isCharged(statusOf(pod)) && pod.storage.kind === 'network');
  const serving = [...state.endpoints.values()].filter((endpoint) => workersOf(endpoint) > 0);
  if (losing.length + stopping.length + serving.length === 0) return null;
  const usedUp = whenUsedUp(state);
  if (usedUp === null) return null;
  return {
    at: nextCharge(usedUp),
    happen() {
      for (const pod of losing) enter(pod, 'TERMINATED', state.at);
      for (const pod of stopping) enter(pod, 'EXITED', state.at);
      for (const { workers } of serving) workers.push({ at: state.at, count: 0 });
    },
  };
}

/** Returns the first whole second at which the credit is worth nothing, charged or not; `null` for never. */
function whenUsedUp(state: State): Instant | null {
  const left = state.paid - chargedUntil(state, state.at);
  if (left <= 0n) return state.at;
  const rate = rateNow(state);
  if (rate <= 0n) return null;
  const time = (left + rate - 1n) / rate;
  return later(state.at, seconds(Number(time > 100_000_000n ? 100_000_000n : time)));
}

/** Puts a pod into a status. Nothing lies ahead of it any longer. */
export function enter(pod: Pod, status: Pod['life'][number]['status'], at: Instant): void {
  pod.life.push({ at, status });
  pod.ahead = [];
}
