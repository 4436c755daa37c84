import type {
  AccountRow,
  ActionRow,
  AlertRow,
  BudgetRow,
  Figure,
  Forecast,
  Moment,
  OverrideRow,
  ProjectRow,
  ResourceRow,
  RuleWord,
  Severity,
  UnwatchedRow,
  UseCell,
  UsePoint,
} from './reply-rows.ts';

/** What every reply says of itself. */
export type About = {
  /** The time that the figures are of. */
  readonly asOf: Moment;
  /** Why they are older than they should be; `null` when they are not. */
  readonly staleBecause: string | null;
  /** IANA name of the zone whose days count. */
  readonly zone: string;
  /** Whether this dashboard may act at all. */
  readonly mayAct: boolean;
};

/** One page of a list that is longer than what is shown at once. */
export type Paged<Row> = About & {
  readonly rows: readonly Row[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
};

export type Overview = About & {
  readonly burn: Figure;
  readonly committed: Figure;
  /** When anything was last looked at, and whether that is too long ago. */
  readonly polledAt: Moment | null;
  readonly isOverdue: boolean;
  /** When the first target was looked at. */
  readonly watchedSince: Moment | null;
  readonly month: {
    readonly spent: Figure | null;
    readonly forecast: Forecast | null;
    readonly from: Moment;
    readonly until: Moment;
    /** The limits of all projects' monthly budgets together, where every project that spends has one. */
    readonly limit: Figure | null;
  };
  readonly accounts: readonly AccountRow[];
  readonly budgets: readonly BudgetRow[];
  readonly counts: {
    readonly projects: number;
    readonly running: number;
    readonly machines: number;
    readonly idle: number;
    readonly budgets: number;
    readonly accounts: number;
    readonly unwatched: number;
    readonly acts: number;
    readonly alerts: Readonly<Record<Severity, number>>;
  };
  readonly alerts: readonly AlertRow[];
  readonly acts: readonly ActionRow[];
  readonly projects: readonly ProjectRow[];
};

export type Alerts = Paged<AlertRow> & {
  readonly acts: readonly ActionRow[];
  readonly actionCount: number;
  readonly told: readonly OverrideRow[];
};

export type Inventory = Paged<ResourceRow> & {
  /** What all that fits costs an hour. */
  readonly burn: Figure;
  readonly projects: number;
};

export type Use = About & {
  /** When the first hour begins. */
  readonly from: Moment;
  readonly vms: readonly { readonly id: string; readonly cells: readonly UseCell[] }[];
};

export type SpendSeries = About & {
  readonly unit: 'hour' | 'day';
  readonly periods: readonly {
    readonly from: Moment;
    readonly until: Moment;
    readonly total: Figure;
    readonly isPartial: boolean;
  }[];
  /** The largest first; the one whose name is `null` is all others together. */
  readonly layers: readonly {
    readonly name: string | null;
    readonly subject: string | null;
    readonly total: Figure;
    readonly values: readonly Figure[];
  }[];
};

export type SubjectPage = About & {
  readonly subject: string;
  /** Names and values, such as its state, its price and who made it. */
  readonly facts: readonly (
    | { readonly name: string; readonly value: string }
    | { readonly name: string; readonly at: Moment }
  )[];
  readonly resource: ResourceRow | null;
  readonly protectedBecause: string | null;
  readonly seen: readonly string[];
  readonly rules: readonly RuleWord[];
  readonly alerts: readonly AlertRow[];
  readonly acts: readonly ActionRow[];
  readonly told: readonly OverrideRow[];
};

export type UsePoints = About & { readonly points: readonly UsePoint[] };

export type Unwatched = Paged<UnwatchedRow>;

/** What a button asks for. */
export type Asked =
  | { readonly what: 'keep'; readonly subject: string }
  | {
      readonly what: 'approve' | 'deny';
      readonly subject: string;
      readonly rule: string;
      /** Of the act that the page shows: another one is not meant. */
      readonly announcement: string;
    }
  | { readonly what: 'silence'; readonly rule: string; readonly subject: string }
  /** Of one project, or everywhere. */
  | { readonly what: 'pause'; readonly subject: string | null }
  | { readonly what: 'stop' | 'start'; readonly subject: string }
  /** What was told under an id no longer holds. */
  | { readonly what: 'take-back'; readonly id: string };

/** What a button sends. */
export type Ask = {
  readonly asked: Asked;
  readonly author: string;
  readonly reason: string;
  /** For how long, such as "7d"; of those that say so themselves, `null`. */
  readonly for: string | null;
  /** Only finds out what would come of it. */
  readonly dryRun: boolean;
};

/** What came of it, in sentences. */
export type AskAnswer = {
  readonly says: string;
  /** By when it counts; `null` when that cannot be told. */
  readonly effective: Moment | null;
  readonly remarks: readonly string[];
};
