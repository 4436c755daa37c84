import type { Severity } from './alert.ts';
import type { RuleName, Subject } from './ids.ts';
import type { Money } from './money.ts';
import type { Period } from './period.ts';
import type { Basis } from './rule.ts';
import type { Instant } from './time.ts';

type About = {
  readonly rule: RuleName;
  readonly subject: Subject;
  /** A sentence for people, with its figures. */
  readonly because: string;
};

/** What a budget's verdict rests on. */
export type BudgetFigures = {
  readonly kind: 'budget';
  readonly basis: Basis;
  readonly spent: Money;
  readonly limit: Money;
  readonly period: Period;
  /** How old the figure is: the last instant whose spend is in it. */
  readonly asOf: Instant;
};

/** What an idle verdict rests on. */
export type IdleFigures = {
  readonly kind: 'idle';
  /** The first instant of the quiet window. */
  readonly since: Instant;
  readonly points: number;
  /** The chosen percentile of the window, in percent of the VM. */
  readonly cpu: number | null;
  /** The chosen percentile of the window, in bytes a second. */
  readonly network: number | null;
};

export type Figures = BudgetFigures | IdleFigures;

/** What a rule says of a subject. `suspect` and `unknown` are never acted on. */
export type Verdict = About &
  (
    | { readonly kind: 'clear'; readonly figures: Figures | null }
    | { readonly kind: 'unknown'; readonly figures: Figures | null }
    /** Looks idle, but on signals that cannot tell: a VM with GPUs and no GPU figure. */
    | { readonly kind: 'suspect'; readonly figures: Figures }
    | {
        readonly kind: 'breached';
        readonly severity: Severity;
        /** Budgets: the highest threshold crossed, in percent. */
        readonly level: number | null;
        readonly figures: Figures;
      }
  );
