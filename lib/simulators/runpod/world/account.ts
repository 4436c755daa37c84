import { type Instant, later, seconds } from '../../../model/time/time.ts';
import { chargedSoFar, rateNow } from './charges.ts';
import { isCharged, type Pod, type State, statusOf, workersOf } from './state.ts';
import type { Amount } from './tariff.ts';

/** Everything is stopped once the balance is worth no more than this many seconds. */
const lastSeconds = 10n;

export const balanceOf = (state: State): Amount => state.paid - chargedSoFar(state);

/** The end of a prepaid account: first all that runs is stopped, then the pods without a network volume are lost. */
type End = { readonly at: Instant; happen(): void };

/** Returns the next step of the end, if the account goes on as it is; `null` if there is none. */
export function nextEnd(state: State): End | null {
  if (state.mode === 'POSTPAID') return null;
  const pods = [...state.pods.values()];
  const running = pods.filter((pod) => isCharged(statusOf(pod)));
  const serving = [...state.endpoints.values()].filter((endpoint) => workersOf(endpoint) > 0);
  const rate = rateNow(state);
  if (running.length > 0 || serving.length > 0)
    return {
      at: whenLeft(state, rate, rate * lastSeconds),
      happen() {
        for (const pod of running) enter(pod, 'EXITED', state.at);
        for (const { workers } of serving) workers.push({ at: state.at, count: 0 });
      },
    };
  const losing = pods.filter((pod) => statusOf(pod) === 'EXITED' && pod.storage.kind !== 'network');
  if (losing.length === 0 || rate === 0n) return null;
  return {
    at: whenLeft(state, rate, 0n),
    happen() {
      for (const pod of losing) enter(pod, 'TERMINATED', state.at);
    },
  };
}

/** Returns the first whole second at which the balance has fallen to an amount. */
function whenLeft(state: State, rate: Amount, amount: Amount): Instant {
  const over = balanceOf(state) - amount;
  if (over <= 0n || rate <= 0n) return state.at;
  const time = (over + rate - 1n) / rate;
  return later(state.at, seconds(Number(time > 100_000_000n ? 100_000_000n : time)));
}

/** Puts a pod into a status. Nothing lies ahead of it any longer. */
export function enter(pod: Pod, status: Pod['life'][number]['status'], at: Instant): void {
  pod.life.push({ at, status });
  pod.ahead = [];
}
