import type { Clock } from '../jobs/ports.ts';
import { type Span, seconds } from '../model/time/time.ts';
import type { Snapshots } from './data/snapshots.ts';

/** Word for whoever looks: there is something new, or only that the line is open. */
export type Word = 'changed' | 'here';

export type LiveFeed = {
  /** Each word until the signal is aborted. */
  listen(signal: AbortSignal): AsyncGenerator<Word, void, void>;
};

/** A line that says nothing is closed by some of what lies between. */
const saysAtLeastEvery = seconds(15);

/** Looks for something new while anybody listens, and reads nothing while nobody does. */
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
        else if (silent >= saysAtLeastEvery) yield 'here';
        else continue;
        seen = version;
        silent = 0;
      }
    },
  };
}

/** What cannot be read is a state too: pages show why. */
const versionIn = (snapshots: Snapshots): Promise<string> =>
  snapshots.current().then(
    ({ version, staleBecause }) => `${version} ${staleBecause ?? ''}`,
    () => 'unread',
  );
