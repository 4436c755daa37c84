import * as z from 'zod';
import { StoredMoney } from '../money/money.ts';
import { Severity } from '../severity.ts';
import { Span } from '../time/time.ts';

/** The mode of a rule: its actions are carried out, or only reported. */
export const Mode = z.enum(['observe', 'enforce']);
export type Mode = z.infer<typeof Mode>;

/** The fields of every step with an action. */
const acts = {
  mode: Mode,
  /** The time that the step waits for approval; `null` when it needs none. */
  approve: Span.nullable(),
};

/** Notifies again with a higher severity after a time. */
export const NotifyStep = z.strictObject({ kind: z.literal('notify'), after: Span, severity: Severity });
export type NotifyStep = z.infer<typeof NotifyStep>;

/**
 * The fields of a step that stops a running resource, no earlier than `after` from the delivery of the announcement.
 */
const rests = {
  after: Span,
  ...acts,
  /** Set where the rule accepts that a stop erases data. */
  mayErase: z.literal(true).optional(),
};
export const StopStep = z.strictObject({ kind: z.literal('stop'), ...rests });
export type StopStep = z.infer<typeof StopStep>;
export const PowerOffStep = z.strictObject({ kind: z.literal('power-off'), ...rests });
export type PowerOffStep = z.infer<typeof PowerOffStep>;

/**
 * A step on a stopped resource. `after` counts from when it was observed stopped; the final notice is sent `notice`
 * earlier.
 */
const late = { after: Span, notice: Span, ...acts };
export const ImageStep = z.strictObject({ kind: z.literal('image'), ...late });
export type ImageStep = z.infer<typeof ImageStep>;
export const TerminateStep = z.strictObject({
  kind: z.literal('terminate'),
  ...late,
  /** True if an image of the VM must be ready first. */
  needsImage: z.boolean(),
});
export type TerminateStep = z.infer<typeof TerminateStep>;

/** Starts the resources that the same rule stopped, when its hours begin. */
export const StartStep = z.strictObject({ kind: z.literal('start'), ...acts });
export type StartStep = z.infer<typeof StartStep>;

/** A step of a rule on resources. */
export const Step = z.discriminatedUnion('kind', [
  NotifyStep,
  StopStep,
  PowerOffStep,
  ImageStep,
  TerminateStep,
  StartStep,
]);
export type Step = z.infer<typeof Step>;

/** The VMs that a budget stops: those that an idle rule has found, or all running ones. */
export const StopScope = z.enum(['idle', 'everything']);
export type StopScope = z.infer<typeof StopScope>;

/** Stops VMs once reported spend reaches an amount. */
export const BudgetStopStep = z.strictObject({
  ...StopStep.shape,
  of: StopScope,
  at: StoredMoney,
});
export type BudgetStopStep = z.infer<typeof BudgetStopStep>;
export const BudgetStep = z.discriminatedUnion('kind', [NotifyStep, BudgetStopStep]);
export type BudgetStep = z.infer<typeof BudgetStep>;
