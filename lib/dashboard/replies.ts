import * as z from 'zod';
import type { ForecastFigures, MoneyFigure } from './data/figures.ts';
import type { ActionRow, AlertRow, ResourceRow } from './data/rows.ts';
import type {
  Moment,
  NoticeRow,
  OverrideRow,
  RuleFindings,
  TargetDetails,
  UnwatchedRow,
  UseCell,
  UsePointRow,
} from './reply-rows.ts';

/** The fields that every reply has. */
export type ReplyHeader = {
  /** The time of the figures. */
  readonly asOf: Moment;
  /** The reason why the figures are out of date; `null` when they are not. */
  readonly staleBecause: string | null;
  /** The IANA name of the policy's time zone. */
  readonly zone: string;
  /** True if this dashboard accepts changes. */
  readonly mayAct: boolean;
  /** The completeness of the figures. */
  readonly condition: {
    /** The newest successful poll; `null` before the first. */
    readonly seenAt: Moment | null;
    /** True if no poll succeeds, so that the figures date from `seenAt`. */
    readonly isBlind: boolean;
    /** The reasons why figures are incomplete or no actions are taken, the most severe first. */
    readonly notices: readonly NoticeRow[];
  };
};

/** One page of a list. */
export type ReplyPage<Row> = ReplyHeader & {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The page number, from 1. */
  readonly page: number;
  readonly pages: number;
};

export type Alerts = ReplyPage<AlertRow> & {
  readonly actions: readonly ActionRow[];
  readonly actionCount: number;
  readonly overrides: readonly OverrideRow[];
};

export type UseReply = ReplyHeader & {
  /** The start of the first hour. */
  readonly from: Moment;
  readonly vms: readonly { readonly id: string; readonly cells: readonly UseCell[] }[];
};

export type SpendSeriesReply = ReplyHeader & {
  readonly unit: 'hour' | 'day';
  readonly periods: readonly {
    readonly from: Moment;
    readonly until: Moment;
    readonly total: MoneyFigure;
    /** True if all of it is known; `covers` is the monitored part, `null` if that is all. */
    readonly isWhole: boolean;
    readonly covers: string | null;
  }[];
  /** Layers, the largest first; the one whose name is `null` holds all others together. */
  readonly layers: readonly {
    readonly name: string | null;
    readonly subject: string | null;
    /** The number of its colour; `null` for the one that holds all others. */
    readonly colour: number | null;
    readonly total: MoneyFigure;
    readonly values: readonly MoneyFigure[];
  }[];
  /** Says what of this month is of no hour, and so not drawn; `null` for nothing. */
  readonly beyondHours: string | null;
};

export type SubjectPage = ReplyHeader & {
  readonly subject: string;
  /** Names and values, such as its state, price and owner. */
  readonly facts: readonly (
    | { readonly name: string; readonly value: string }
    | { readonly name: string; readonly at: Moment }
  )[];
  readonly resource: ResourceRow | null;
  /** The figures of a project, an account or a group; `null` for a resource. */
  readonly target: TargetDetails | null;
  readonly protectedBecause: string | null;
  readonly seen: readonly string[];
  readonly rules: readonly RuleFindings[];
  readonly alerts: readonly AlertRow[];
  readonly actions: readonly ActionRow[];
  /** The number of alerts and actions that are not among these. */
  readonly more: number;
  readonly overrides: readonly OverrideRow[];
};

/** The credit of an account over time. */
export type CreditCurve = ReplyHeader & {
  readonly from: Moment;
  readonly until: Moment;
  /** The credit as reported by the platform. */
  readonly points: readonly { readonly at: Moment; readonly credit: MoneyFigure }[];
  /** The estimate from the last report on, at the current burn rate; empty if credit does not run out. */
  readonly outlook: readonly { readonly at: Moment; readonly credit: number }[];
  /** The times without a poll. */
  readonly gaps: readonly { readonly from: Moment; readonly until: Moment }[];
  /** The resources deleted when the credit ended, within this time; `null` when it did not end. */
  readonly lost: {
    readonly lastCreditAt: Moment;
    readonly endedBy: Moment;
    readonly total: number;
    /** The hourly price of all of them. */
    readonly rate: MoneyFigure;
    readonly resources: readonly {
      readonly subject: string;
      readonly kind: string;
      readonly price: MoneyFigure | null;
      readonly goneBy: Moment;
    }[];
  } | null;
};

/** The spend of a budget since its period began. */
export type BudgetCurve = ReplyHeader & {
  readonly rule: string;
  readonly from: Moment;
  readonly until: Moment;
  readonly limit: MoneyFigure;
  readonly spent: MoneyFigure | null;
  /** The time up to which the spend is known. */
  readonly knownUntil: Moment | null;
  /** The spend at the end of each hour or day, in dollars. */
  readonly points: readonly { readonly at: Moment; readonly spent: number }[];
  /** The hours or days without complete data. */
  readonly gaps: readonly { readonly from: Moment; readonly until: Moment }[];
  readonly forecast: ForecastFigures | null;
};

export type UsePoints = ReplyHeader & {
  readonly points: readonly UsePointRow[];
  /** The figures that its cloud or another source can report for it; the others are always `null`. */
  readonly signals: readonly (keyof Omit<UsePointRow, 'at'>)[];
};

export type UnwatchedPage = ReplyPage<UnwatchedRow>;

const text = z.string().max(2_000);
/** A change that a button requests. */
const Asked = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('keep'),
    subject: text,
    owner: text.optional(),
    purpose: text.optional(),
  }),
  /** The announcement is the one that the page shows; the answer applies to no other. */
  z.strictObject({ what: z.enum(['approve', 'deny']), subject: text, rule: text, announcement: text }),
  z.strictObject({ what: z.literal('silence'), rule: text, subject: text }),
  /** `null` pauses actions in all projects. */
  z.strictObject({ what: z.literal('pause'), subject: text.nullable() }),
  /** `erases` is what the author confirms that the stop erases. */
  z.strictObject({ what: z.enum(['stop', 'start']), subject: text, erases: text.optional() }),
  /** Ends the override with this id. */
  z.strictObject({ what: z.literal('revoke'), id: text }),
]);
export type PageAction = z.infer<typeof Asked>;

/** The body that a button sends. */
export const PageActionRequest = z.strictObject({
  asked: Asked,
  author: text,
  reason: text,
  /** A duration such as "7d"; `null` for a change with a fixed end. */
  for: text.nullable(),
  /** True to only preview the effect. */
  dryRun: z.boolean(),
});
export type PageActionRequest = z.infer<typeof PageActionRequest>;

/** The effect of a change, in sentences. */
export type AskAnswer = {
  readonly says: string;
  /** The time when it takes effect; `null` when that is unknown. */
  readonly effective: Moment | null;
  readonly remarks: readonly string[];
  /** The data that a stop erases, which its author must name; absent for none. */
  readonly erases?: string | undefined;
};
