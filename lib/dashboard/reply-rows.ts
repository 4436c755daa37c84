/** The rows of the dashboard's JSON replies; `replies.ts` holds the whole replies. */

import type { Override } from '../state/override.ts';
import type { Notice } from '../views/condition/notice.ts';
import type { MoneyFigure } from './data/figures.ts';
import type { AccountRow, BudgetRow, ProjectRow, ResourceRow, SpareRow } from './data/rows.ts';

/** Milliseconds since the Unix epoch. */
export type Moment = number;

export type RowSeverity = 'info' | 'warning' | 'critical';

/** A notice at the top of the page. */
export type NoticeRow = Pick<Notice, 'kind' | 'severity' | 'says'>;

/** The month's spend by creator, or by a metadata key; `null` is the spend without a known value. */
export type WhoRows = {
  readonly title: string;
  readonly rows: readonly { readonly name: string | null; readonly spent: MoneyFigure }[];
  /** The number of names left out. */
  readonly others: number;
  /** The reported spend from before monitoring began, which has no names. */
  readonly before: MoneyFigure | null;
};

export type TargetDetails = {
  /** The name of a project; `null` for an account or a group. */
  readonly project: string | null;
  readonly burn: MoneyFigure | null;
  /** The burn rate of an account's projects, where the account reports more than that. */
  readonly inProjects: MoneyFigure | null;
  readonly month: MoneyFigure | null;
  readonly monthCovers: string | null;
  readonly account: AccountRow | null;
  /** Its budgets, those of its projects, and those of groups that include one of them. */
  readonly budgets: readonly BudgetRow[];
  /** The projects of an account or a group, the most expensive first. */
  readonly projects: readonly ProjectRow[];
  readonly projectCount: number;
  /** The most expensive resources of a project. */
  readonly machines: readonly ResourceRow[];
  readonly resourceCount: number;
  /** The number of resources of each kind, in words; `null` for none. */
  readonly resources: string | null;
  readonly who: readonly WhoRows[];
  readonly spare: SpareRow;
  /** The savings of a project this month. */
  readonly savings: {
    readonly avoided: MoneyFigure;
    readonly avoidedSince: MoneyFigure;
    readonly notSaved: MoneyFigure;
    /** The monitored part of the month; `null` for all of it. */
    readonly watched: string | null;
  } | null;
};

/** An override that an operator placed. */
export type OverrideRow = Pick<Override, 'id' | 'kind' | 'author' | 'reason' | 'at' | 'until'> & {
  /** The override as text. */
  readonly about: string;
};

/** The percentage of CPU in an hour, rounded; one of `useCells` if there is no such figure. */
export type UseCell = number;
export const useCells = { off: -1, unknown: -2, absent: -3 } as const;

/** The use of one VM over five minutes. */
export type UsePointRow = {
  readonly at: Moment;
  /** The use of its busiest GPU in percent; `null` unless that of all its GPUs is known. */
  readonly gpu: number | null;
  /** The GPU memory in use, in GiB. */
  readonly gpuMemory: number | null;
  readonly cpu: number | null;
  readonly network: number | null;
  readonly disk: number | null;
};

/** The findings of one rule about a subject. */
export type RuleFindings = {
  readonly rule: string;
  readonly kind: string;
  readonly verdicts: readonly {
    readonly kind: 'clear' | 'unknown' | 'suspect' | 'breached';
    readonly because: string;
  }[];
  readonly silentBecause: string | null;
  readonly decisions: readonly string[];
};

export type UnwatchedRow = {
  readonly target: string;
  readonly what: string;
  readonly since: Moment | null;
  readonly because: string;
  /** The data that is unknown because of it. */
  readonly means: string;
  /** `not-offered`: the platform does not support it, which is no failure. */
  readonly kind: 'not-polled' | 'failing' | 'not-judged' | 'not-offered';
};
