import type { ActionKind } from '../../../model/action-kind.ts';
import type { ProjectObservation } from '../../../model/facts/observation.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import type { SignalTimes } from '../../../model/facts/signal-times.ts';
import type { UsageSignal } from '../../../model/facts/usage.ts';
import type { TargetId } from '../../../model/ids.ts';
import type { Reread } from '../../../model/reread.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { ActingRule } from '../../../rules/terms.ts';
import type { ActionPlan } from '../../../rules/verdict.ts';
import type { Alert } from '../../../state/alert.ts';
import type { Intent, PastStop } from '../../../state/intent.ts';
import type { Override, OverrideByKind } from '../../../state/override.ts';
import type { Policy } from '../../../state/policy.ts';
import type { Progress } from '../../progress.ts';
import type { RuleActionPlan } from '../planned.ts';

/** The requested action on a resource, and the facts that decide on it. */
export type ResourceAction = {
  readonly action: ActionKind;
  readonly target: TargetId;
  readonly resource: Resource;
  /** The data that a stop erases, as its cloud reports it; `null` for none, and for other actions. */
  readonly erases: string | null;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** The state of a turn, from the target's head. */
type InTurn = ResourceAction & { readonly progress: Progress };

/** A breach of a rule that may act. */
export type BreachContext = InTurn & {
  readonly rule: ActingRule;
  readonly planned: ActionPlan;
  readonly observation: ProjectObservation;
};

/** The question whether an action on a resource may proceed, as each phase asks it. */
export type GuardInput =
  /** A breach is about to be notified; the alert is the one before it. */
  | (BreachContext & { readonly phase: 'announce'; readonly alert: Alert | undefined })
  /** An announced action is about to be decided. */
  | (BreachContext & { readonly phase: 'decide'; readonly alert: Alert })
  /** A person ordered the action. */
  | (InTurn & { readonly phase: 'order'; readonly order: OverrideByKind<'order'> })
  /** The hours of a schedule have begun, and a resource that was stopped only because of them may be started. */
  | (InTurn & {
      readonly phase: 'start';
      readonly planned: Pick<ActionPlan, 'mode'>;
      readonly past: PastStop;
    })
  /** A run may claim an intent; the resource has not been read again yet. */
  | (Omit<ResourceAction, 'action' | 'resource' | 'erases' | 'policy'> & {
      readonly phase: 'claim';
      readonly intent: Intent;
    })
  /** A claimed intent may be requested from the cloud. */
  | (ResourceAction &
      Reread & {
        readonly phase: 'perform';
        readonly intent: Intent;
        readonly alert: Alert | undefined;
        /** When each kind of signal that the resource ever had was last known. */
        readonly had: SignalTimes;
        /** The usage figures that its cloud supports. */
        readonly supported: readonly UsageSignal[];
        /** The action that the policy in force requires; `null` for an order, or when none is required any longer. */
        readonly planned: RuleActionPlan | null;
      });

export type Phase = GuardInput['phase'];
export type PhaseInput<P extends Phase> = Extract<GuardInput, { phase: P }>;

/** Returns why an action may not proceed, in a sentence with its facts; `null` when it may. */
export type Objector<P extends Phase> = (input: PhaseInput<P>) => string | null;
