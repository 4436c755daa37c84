import type { Clock } from '../jobs/ports.ts';
import { type Span, seconds } from '../model/time/time.ts';
import type { Snapshots } from './data/snapshots.ts';

/** `changed`: there is new data. `here`: there is none, and the connection is open. */
export type LiveEvent = 'changed' | 'here';

export type LiveFeed = {
  /** Yields events until the signal is aborted. */
  listen(signal: AbortSignal): AsyncGenerator<LiveEvent, void, void>;
};

/** The maximum time without an event on a connection: some proxies close idle ones. */
const sendsAtLeastEvery = seconds(15);

/** Checks for new data while there are listeners, and reads nothing without any. */
export function liveFeed(snapshots: Snapshots, clock: Clock, every: Span): LiveFeed {
  return {
    async *listen(signal) {
      let seen = await versionIn(snapshots);
      let silent = 0;
      while (!signal.aborted) {
        await clock.sleep(every, signal);
        if (signal.aborted) return;
        const version = await versionIn(snapshots);
        silent += every;
        if (version !== seen) yield 'changed';
        else if (silent >= sendsAtLeastEvery) yield 'here';
        else continue;
        seen = version;
        silent = 0;
      }
    },
  };
}

/** Returns the version of the current snapshot; an unreadable ledger counts as a version, which pages show. */
const versionIn = (snapshots: Snapshots): Promise<string> =>
  snapshots.current().then(
    ({ version, staleBecause }) => `${version} ${staleBecause ?? ''}`,
    () => 'unread',
  );
