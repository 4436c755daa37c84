import type { Access } from './access.ts';
import type { DashboardAnswerPages } from './answer-routes.ts';
import type { Snapshots } from './data/snapshots.ts';
import type { LiveFeed } from './live-feed.ts';
import type { PageFiles } from './page-files.ts';
import type { LedgerDoor } from './shared-ledger.ts';

export type DashboardOptions = {
  readonly access: Access;
  /** The port that it is served on, which is part of the accepted `Host` names. */
  readonly port: number;
  readonly files: PageFiles;
  readonly ledger: LedgerDoor;
  readonly snapshots: Snapshots;
  readonly feed: LiveFeed;
  /** True if the page has buttons for changes. */
  readonly mayAct: boolean;
  /** The words that start spendwatch here; by default its name. */
  readonly command?: string | undefined;
  /** The pages of answer links; none where there is no secret for them. */
  readonly answers?: DashboardAnswerPages | undefined;
  /** Called with unexpected errors, which are answered with status 500. */
  readonly onBug: (bug: unknown) => void;
};
