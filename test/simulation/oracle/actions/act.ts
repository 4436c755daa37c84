import type { BudgetStep, Step } from '../../../../lib/model/rules/step.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { ActingRule } from '../../../../lib/rules/terms.ts';
import type { TrueResource } from '../../world/true-resource.ts';
import type { ActionRequest } from '../../world/witness.ts';
import type { DeliveryBook } from '../alerts/deliveries.ts';
import type { AudienceBook } from '../alerts/true-audience.ts';
import type { OverrideBook } from '../override-book.ts';
import type { Violation } from '../violation.ts';
import type { Birth } from './intent-book.ts';
import type { RestBook } from './rest-book.ts';

/** A resource as a process was last shown it. */
export type Shown = {
  readonly of: TrueResource;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly state: string;
  readonly protection: string | null;
};

export type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

/** An action that took effect, and its known history. */
export type Act = {
  readonly request: ActionRequest;
  readonly birth: Birth;
  /** The rule and step; `null` for a person's order. */
  readonly by: { readonly rule: ActingRule; readonly step: ActionStep } | null;
  readonly reread: { readonly itself: Shown | undefined; readonly samples: Shown | undefined };
};

/** The records that an action is checked against. */
export type ActionBooks = {
  readonly deliveries: DeliveryBook;
  readonly overrides: OverrideBook;
  readonly rests: RestBook;
  readonly audience: AudienceBook;
};

export type Flaw = Omit<Violation, 'at'>;

/** Returns the step of a rule that asks for an intent's action. */
export function stepOf({ then }: ActingRule, { kind, of }: Birth['intent']): ActionStep | undefined {
  const wanted = kind === 'power-on' ? 'start' : kind;
  const steps: readonly (Step | BudgetStep)[] = then;
  return steps.find(
    (step): step is ActionStep =>
      step.kind === wanted && (step.kind !== 'stop' || !('of' in step) || step.of === of),
  );
}

export const isDestructive = ({ action }: ActionRequest): boolean =>
  action === 'stop' || action === 'power-off' || action === 'terminate';
export const isStart = ({ action }: ActionRequest): boolean => action === 'start' || action === 'power-on';

export const named = ({ action, subject }: ActionRequest): string => `${action} of ${subject}`;
