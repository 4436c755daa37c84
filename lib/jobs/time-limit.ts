import type { Shard } from '../model/shard.ts';
import type { Log } from './ports.ts';

/** The part of Lambda's context that holds the time limit. */
export type LambdaContext = { getRemainingTimeInMillis(): number };

/** The used share of the time limit, in percent, above which more targets would soon end the run early. */
const nearLimit = 70;

/** Returns a function that returns the used share of a run's time limit, in percent. */
export function timeLimit(context: LambdaContext): () => number {
  const limit = context.getRemainingTimeInMillis();
  return () => Math.round((1 - context.getRemainingTimeInMillis() / limit) * 1_000) / 10;
}

/** The share of a run's time limit in which it asks the cloud; the rest is for recording and later steps. */
const askingPart = 0.8;

/** Returns a signal that aborts when a run with this limit, in milliseconds, must stop asking the cloud. */
export const createAskSignal = (limit: number): AbortSignal =>
  AbortSignal.timeout(Math.round(limit * askingPart));

/** Logs that a shard is near its time limit, with the remedy. */
export function logTimeUsed({ log }: { readonly log: Log }, { index, count }: Shard, used: number): void {
  if (used < nearLimit) return;
  const because = `the shard took ${used} % of its time limit; deploy with more shards, such as shards=${count * 2}`;
  log('near-time-limit', { shard: index, used, because });
}
