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
   * Distinguishes alerts with the same rule and subject: by a budget's period, or by when the resource was created, with
   * which that of a resource's verdict begins. An alert of one episode does not affect the next.
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
  /** The least time from the delivery of its announcement. */
  readonly after: Span;
  readonly notBefore: Instant | null;
  readonly approve: Span | null;
  /** The image that it makes, or that must be ready first. */
  readonly image: ResourceId | null;
  readonly of: StopScope | null;
  /** Set where its rule accepts that a stop erases something. */
  readonly mayErase?: true | undefined;
  /** The reported spend at which a budget asks for it. */
  readonly threshold?: Money;
};

/** A fact that a rule needs and that is unknown. */
export type MissingFact = {
  /** Names it with "its …", "whether …", "who …" or the like; a remedy may follow. */
  readonly fact: string;
  /** The part of a poll that reports it. */
  readonly part: Part;
  /** True where people may confirm the fall of a figure to 0, so that it counts. */
  readonly isFall?: true;
};

/** A rule's conclusion about a subject. `suspect` and `unknown` never lead to actions. */
export type Verdict = About &
  (
    | {
        readonly kind: 'clear';
        readonly figures: Figures | null;
        /** True where only a restart ends the alert, and nothing shows use: its episode goes on. */
        readonly isRestarted?: true;
      }
    | {
        readonly kind: 'unknown';
        readonly figures: Figures | null;
        /** The missing fact, notified if it stays missing; `null` if it will arrive by itself, or nothing is wrong. */
        readonly lacks: MissingFact | null;
        /** True where its episode is unknown: every alert of the rule on the subject may be the one, and goes on. */
        readonly isEpisodeUnknown?: true;
        /** True where what was announced counts no longer, and is announced anew. */
        readonly isWithdrawn?: true;
      }
    /** Idle by signals that are not sufficient: a VM with GPUs, whose use is unknown. */
    | { readonly kind: 'suspect'; readonly figures: Figures }
    | {
        readonly kind: 'breached';
        readonly severity: Severity;
        /** The highest threshold reached, for rules with several; higher is worse. */
        readonly level: number | null;
        readonly figures: Figures;
        /** True where its figures show that it has lasted long enough: its alert fires at once, whatever its rule's `for`. */
        readonly hasLasted?: true;
        /** Set only with `step`: a rule's first step is its own. */
        readonly planned?: ActionPlan;
      }
  );

export type Breach = Extract<Verdict, { kind: 'breached' }>;

/** Returns the moment at which a breach deletes what it is about; `null` where it deletes nothing. */
export function getBreachLossTime({ figures, planned }: Pick<Breach, 'figures' | 'planned'>): Instant | null {
  if (figures.kind === 'overspend') return null;
  if (figures.kind !== 'rest') return getLossTime(figures);
  return figures.action === 'terminate' ? (planned?.notBefore ?? null) : null;
}
