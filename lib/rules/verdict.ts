import type { ActionKind } from '../model/action-kind.ts';
import type { Part } from '../model/facts/observation.ts';
import type { ResourceId, RuleName, Subject } from '../model/ids.ts';
import type { Money } from '../model/money/money.ts';
import type { Mode, StopScope } from '../model/rules/step.ts';
import type { Severity } from '../model/severity.ts';
import type { Instant, Span } from '../model/time/time.ts';
import { type Figures, getLossTime } from './terms.ts';

type About = {
  readonly rule: RuleName;
  readonly subject: Subject;
  /**
   * Distinguishes alerts with the same rule and subject: a budget's period, or the creation of a resource. An
   * alert of one episode does not affect the next.
   */
  readonly episode: string;
  /** The reason, as a sentence with its figures. */
  readonly because: string;
  /** The action, for a later step or a budget's step. */
  readonly step?: ActionKind;
};

/** An action that a breach asks for, and its preconditions. */
export type ActionPlan = {
  readonly action: ActionKind;
  readonly mode: Mode;
  /** The minimum time from the delivery of its announcement. */
  readonly after: Span;
  readonly notBefore: Instant | null;
  readonly approve: Span | null;
  /** The image that it makes, or that must be ready first. */
  readonly image: ResourceId | null;
  readonly of: StopScope | null;
  /** True if its rule accepts that a stop erases something. */
  readonly mayErase?: true | undefined;
  /** The reported spend at which a budget asks for it. */
  readonly threshold?: Money;
};

/** A fact that a rule needs and that is unknown. */
export type MissingFact = {
  /** The fact as a noun clause, such as "its age" or "whether it is prepaid"; a remedy may follow. */
  readonly fact: string;
  /** The part of a poll that reports it. */
  readonly part: Part;
  /** True if people may confirm that a figure really fell to 0. */
  readonly isFall?: true;
};

/** A rule's conclusion about a subject. `suspect` and `unknown` never lead to actions. */
export type Verdict = About &
  (
    | {
        readonly kind: 'clear';
        readonly figures: Figures | null;
        /** True if a restart ends the alert and nothing shows use. The episode continues. */
        readonly isRestarted?: true;
      }
    | {
        readonly kind: 'unknown';
        readonly figures: Figures | null;
        /** The missing fact, notified if it stays missing; `null` if it will arrive by itself, or nothing is wrong. */
        readonly lacks: MissingFact | null;
        /** True if the episode is unknown. Every alert of the rule on the subject then continues. */
        readonly isEpisodeUnknown?: true;
        /** True if an announced action no longer counts and must be announced again. */
        readonly isWithdrawn?: true;
      }
    /** A VM that looks idle, but whose GPU use is unknown. */
    | { readonly kind: 'suspect'; readonly figures: Figures }
    | {
        readonly kind: 'breached';
        readonly severity: Severity;
        /** The highest threshold reached, for rules with several; higher is worse. */
        readonly level: number | null;
        readonly figures: Figures;
        /**
         * True if its figures show that it has lasted long enough. Its alert fires at once, whatever the `for` of
         * its rule.
         */
        readonly hasLasted?: true;
        /** Set only with `step`. The rule itself plans its first step. */
        readonly planned?: ActionPlan;
      }
  );

export type Breach = Extract<Verdict, { kind: 'breached' }>;

/** Returns when the subject of a breach will be deleted; `null` if it will not be. */
export function getBreachLossTime({ figures, planned }: Pick<Breach, 'figures' | 'planned'>): Instant | null {
  if (figures.kind === 'overspend') return null;
  if (figures.kind !== 'rest') return getLossTime(figures);
  return figures.action === 'terminate' ? (planned?.notBefore ?? null) : null;
}
