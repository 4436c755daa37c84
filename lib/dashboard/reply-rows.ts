/** The rows of the dashboard's JSON replies; `replies.ts` holds the whole replies. */

import type { Alert } from '../state/alert.ts';
import type { Override } from '../state/override.ts';
import type { AlertView } from '../views/alerts.ts';
import type { BudgetView } from '../views/budgets.ts';
import type { Notice } from '../views/condition/notice.ts';
import type { Remark } from '../views/remark-on-resource.ts';
import type { Waiting } from '../views/waiting.ts';

/** Money or a price: as text, exact to the cent, and as a number for drawing. */
export type Figure = { readonly text: string; readonly value: number };

/** Milliseconds since the Unix epoch. */
export type Moment = number;

export type Severity = 'info' | 'warning' | 'critical';

/** A notice at the top of the page. */
export type NoticeRow = Pick<Notice, 'kind' | 'severity' | 'says'>;

export type Forecast = { readonly low: Figure; readonly likely: Figure; readonly high: Figure };

/** The spend in a budget's period, and its limit. */
export type BudgetRow = Pick<BudgetView, 'rule' | 'subject' | 'percent' | 'because' | 'isForecastOver'> & {
  readonly period: string;
  readonly from: Moment;
  readonly until: Moment;
  readonly spent: Figure | null;
  readonly limit: Figure;
  readonly forecast: Forecast | null;
  /** Thresholds in percent of the limit. */
  readonly marks: readonly number[];
  /** The severity for its colour: at least a warning if the forecast reaches the limit. */
  readonly severity: Severity | null;
};

export type AccountRow = {
  readonly subject: string;
  readonly state: string;
  /** The current credit: an estimate if `reported` holds an earlier report of the platform. */
  readonly credit: Figure | null;
  readonly reported: { readonly credit: Figure; readonly at: Moment } | null;
  /** The resources that the platform deletes at zero credit. */
  readonly atRisk: string;
  readonly burn: Figure | null;
  /** The runway as text, such as "26 h", "none", "unknown" or "does not run out". */
  readonly runway: string;
  /** True if no credit is left, as far as is known. */
  readonly isOut: boolean;
  readonly emptyAt: Moment | null;
  /** Its state unless active, and its overdue amounts. */
  readonly faults: readonly string[];
  /** The reason for its runway. */
  readonly note: string;
  readonly severity: Severity | null;
};

/** The cost of unused resources, and the part that deletion would end. */
export type SpareRow = {
  readonly idle: { readonly count: number; readonly rate: Figure };
  readonly waste: { readonly count: number; readonly rate: Figure };
  readonly rate: Figure;
  /** The rate that deleting all resources that are neither committed nor protected would end. */
  readonly ends: Figure;
  readonly committed: Figure;
  readonly protected: Figure;
  /** The number of resources without a known price, which no sum includes. */
  readonly unpriced: number;
};

/** The month's spend by creator, or by a metadata key; `null` is the spend without a known value. */
export type WhoRows = {
  readonly title: string;
  readonly rows: readonly { readonly name: string | null; readonly spent: Figure }[];
  /** The number of names left out. */
  readonly others: number;
  /** The reported spend from before monitoring began, which has no names. */
  readonly before: Figure | null;
};

export type TargetDetails = {
  /** The name of a project; `null` for an account or a group. */
  readonly project: string | null;
  readonly burn: Figure | null;
  readonly month: Figure | null;
  readonly monthCovers: string | null;
  readonly account: AccountRow | null;
  readonly budgets: readonly BudgetRow[];
  /** The projects of an account or a group, the most expensive first. */
  readonly projects: readonly ProjectRow[];
  readonly projectCount: number;
  /** The most expensive resources of a project. */
  readonly machines: readonly ResourceRow[];
  readonly resourceCount: number;
  readonly who: readonly WhoRows[];
  readonly spare: SpareRow;
  /** The savings of a project this month. */
  readonly savings: {
    readonly avoided: Figure;
    readonly avoidedSince: Figure;
    readonly notSaved: Figure;
    /** The monitored part of the month; `null` for all of it. */
    readonly watched: string | null;
  } | null;
};

export type ProjectRow = {
  readonly subject: string;
  readonly name: string;
  /** `null` when it is unknown, as before the first poll. */
  readonly burn: Figure | null;
  readonly month: Figure | null;
  readonly running: number;
  readonly idle: number;
  readonly alerts: number;
};

/** An alert: a rule that is breached on a subject. */
export type AlertRow = Pick<Alert, 'key' | 'rule' | 'kind' | 'subject' | 'severity' | 'since' | 'because'> &
  Pick<AlertView, 'state' | 'silencedBecause'> & {
    /** The time of the last notification, and the number of notifications; `null` when there was none. */
    readonly lastNotified: { readonly at: Moment; readonly times: number } | null;
    /** The harm as text; `isDataLoss` is true if data will be lost. */
    readonly stake: string;
    readonly isDataLoss: boolean;
  };

/** A planned action on a resource, or one under way. */
export type ActionRow = Omit<Waiting, 'target'> & {
  readonly id: string;
  /** The state as text, such as "waits for approval". */
  readonly stateName: string;
  /** The action as a participle, such as "stopped". */
  readonly request: string;
};

/** An override that an operator placed. */
export type OverrideRow = Pick<Override, 'id' | 'kind' | 'author' | 'reason' | 'at' | 'until'> & {
  /** The override as text. */
  readonly about: string;
};

export type ResourceRow = {
  readonly subject: string;
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly state: string;
  readonly activity: string;
  readonly price: Figure | null;
  readonly size: string;
  readonly remark: Remark;
  readonly severity: Severity | null;
  /** True if it has GPUs, so that its CPU does not show whether it is in use. */
  readonly hasGpus: boolean;
};

/** The percentage of CPU in an hour, rounded; one of `useCells` if there is no such figure. */
export type UseCell = number;
export const useCells = { off: -1, unknown: -2, absent: -3 } as const;

/** The use of one VM over five minutes. */
export type UsePoint = {
  readonly at: Moment;
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
