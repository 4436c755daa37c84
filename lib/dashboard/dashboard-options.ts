import type { Intervals } from '../model/time/intervals.ts';
import type { Access } from './access.ts';
import type { Snapshots } from './data/snapshots.ts';
import type { LiveFeed } from './live-feed.ts';
import type { PageFiles } from './page-files.ts';
import type { LedgerDoor } from './shared-ledger.ts';

export type DashboardOptions = {
  readonly access: Access;
  /** The port that it is served on: part of the names that it answers to. */
  readonly port: number;
  readonly files: PageFiles;
  readonly ledger: LedgerDoor;
  readonly snapshots: Snapshots;
  readonly feed: LiveFeed;
  readonly intervals: Intervals;
  /** Whether its buttons do anything; otherwise there are none, and nothing can be changed. */
  readonly mayAct: boolean;
  /** Told of what should not happen, which is answered with 500. */
  readonly onBug: (bug: unknown) => void;
};
