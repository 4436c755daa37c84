/** Lines of what the dashboard's server tells its page, as JSON; `replies.ts` has the whole replies. */

import type { Waiting } from '../views/waiting.ts';

/** Money or a price: as people read it, exact to the cent, and as a number for lengths and heights. */
export type Figure = { readonly text: string; readonly value: number };

/** Milliseconds since the Unix epoch. */
export type Moment = number;

export type Severity = 'info' | 'warning' | 'critical';

export type Forecast = { readonly low: Figure; readonly likely: Figure; readonly high: Figure };

/** Money spent in a period, against a limit where there is one. */
export type BudgetRow = {
  readonly rule: string;
  /** Such as "project/ml-infra". */
  readonly subject: string;
  readonly period: string;
  readonly from: Moment;
  readonly until: Moment;
  readonly spent: Figure | null;
  readonly limit: Figure;
  /** To one decimal, never rounded up. */
  readonly percent: number | null;
  readonly forecast: Forecast | null;
  /** Thresholds in percent of the limit. */
  readonly marks: readonly number[];
  readonly because: string;
  readonly severity: Severity | null;
};

export type AccountRow = {
  readonly subject: string;
  readonly state: string;
  readonly credit: Figure | null;
  readonly burn: Figure | null;
  /** How long credit lasts; `null` when nothing tells or nothing runs out. */
  readonly left: string | null;
  readonly emptyAt: Moment | null;
  /** What is to be known of it in a few words. */
  readonly note: string;
  readonly severity: Severity | null;
};

export type ProjectRow = {
  readonly subject: string;
  readonly name: string;
  readonly burn: Figure;
  readonly month: Figure | null;
  readonly running: number;
  readonly idle: number;
  readonly alerts: number;
};

/** A rule on a subject that is breached, or soon said to be. */
export type AlertRow = {
  readonly key: string;
  readonly rule: string;
  readonly kind: string;
  readonly subject: string;
  readonly severity: Severity;
  /** `settling`: its rule has found nothing more for a little while. */
  readonly state: 'firing' | 'settling' | 'pending' | 'over';
  readonly since: Moment;
  readonly because: string;
  /** When and how often it was said; `null` when it was not. */
  readonly said: { readonly at: Moment; readonly times: number } | null;
  /** Who silenced it, until when and why; `null` when nobody did. */
  readonly silencedBecause: string | null;
};

/** What is planned for a resource, or being done. */
export type ActionRow = {
  readonly id: string;
  readonly act: string;
  /** Such as "stopped". */
  readonly request: string;
  readonly subject: string;
  readonly rule: string;
  readonly state: Waiting['state'];
  /** It comes no earlier than this; `null` when that is not yet known. */
  readonly notBefore: Moment | null;
  /** Until when it waits for a person. */
  readonly approveUntil: Moment | null;
  readonly because: string;
  /** The message that announced it, which a yes or no is an answer to. */
  readonly announcement: string | null;
};

/** What a person told spendwatch. */
export type OverrideRow = {
  readonly id: string;
  readonly kind: 'silence' | 'keep' | 'answer' | 'pause' | 'order';
  /** What it is about, in words. */
  readonly about: string;
  readonly author: string;
  readonly reason: string;
  readonly at: Moment;
  readonly until: Moment;
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
  /** What is said of it, and what that means for money. */
  readonly note: string;
  readonly tone: 'plain' | 'good' | 'unsure' | 'due';
  readonly severity: Severity | null;
  /** Its CPU tells nothing of its GPUs. */
  readonly hasGpus: boolean;
};

/** Percent of CPU in an hour, rounded; less than nothing where there is no such figure. */
export type UseCell = number;
export const useCells = { off: -1, unknown: -2, absent: -3 } as const;

/** A point of the use of one VM, over five minutes. */
export type UsePoint = {
  readonly at: Moment;
  readonly cpu: number | null;
  readonly network: number | null;
  readonly disk: number | null;
};

export type RuleWord = {
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
  /** What is not known because of it. */
  readonly means: string;
  /** Not offered is no failure, and nothing to mend. */
  readonly kind: 'unseen' | 'failing' | 'not-offered';
};
