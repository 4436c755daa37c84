import type { Shard } from '../model/shard.ts';
import type { Log } from './ports.ts';

/** What Lambda tells a function of its time. */
export type LambdaContext = { getRemainingTimeInMillis(): number };

/** From here on, in percent, a run that grows with its targets will soon be cut off. */
const nearLimit = 70;

/** Tells how much of its time limit, in percent, a run has used since now. */
export function timeLimit(context: LambdaContext): () => number {
  const limit = context.getRemainingTimeInMillis();
  return () => Math.round((1 - context.getRemainingTimeInMillis() / limit) * 1_000) / 10;
}

/** Of a run's time, the part in which it asks the cloud; the rest is for recording and for what comes after. */
const askingPart = 0.8;

/** Returns a signal for a run that must end within so many milliseconds, aborted when it may ask the cloud no longer. */
export const askUntil = (limit: number): AbortSignal => AbortSignal.timeout(Math.round(limit * askingPart));

/** Says what to do while there is still time to. */
export function logTimeUsed({ log }: { readonly log: Log }, { index, count }: Shard, used: number): void {
  if (used < nearLimit) return;
  const because = `the shard took ${used} % of its time limit; deploy with more shards, such as shards=${count * 2}`;
  log('near-time-limit', { shard: index, used, because });
}
