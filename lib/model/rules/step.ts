import * as z from 'zod';
import { StoredMoney } from '../money/money.ts';
import { Severity } from '../severity.ts';
import { Span } from '../time/time.ts';

/** Whether a rule's acts are carried out or only said. */
export const Mode = z.enum(['observe', 'enforce']);
export type Mode = z.infer<typeof Mode>;

/** What every step says of the act that it asks for. */
const acts = {
  mode: Mode,
  /** How long it waits for a person to approve it; `null` where nobody need be asked. */
  approve: Span.nullable(),
};

/** Says it again, and worse, when it has lasted so long. */
export const NotifyStep = z.strictObject({ kind: z.literal('notify'), after: Span, severity: Severity });
export type NotifyStep = z.infer<typeof NotifyStep>;

/** Brings what runs to rest, `after` at the least from the delivery of the announcement. */
export const StopStep = z.strictObject({ kind: z.literal('stop'), after: Span, ...acts });
export type StopStep = z.infer<typeof StopStep>;
export const PowerOffStep = z.strictObject({ kind: z.literal('power-off'), after: Span, ...acts });
export type PowerOffStep = z.infer<typeof PowerOffStep>;

/** For what rests: `after` counts from when it was seen at rest; the final notice goes out `notice` before that. */
const late = { after: Span, notice: Span, ...acts };
export const ImageStep = z.strictObject({ kind: z.literal('image'), ...late });
export type ImageStep = z.infer<typeof ImageStep>;
export const TerminateStep = z.strictObject({
  kind: z.literal('terminate'),
  ...late,
  /** Whether an image must be ready first. */
  needsImage: z.boolean(),
});
export type TerminateStep = z.infer<typeof TerminateStep>;

/** Starts at the beginning of its hours what the same rule brought to rest. */
export const StartStep = z.strictObject({ kind: z.literal('start'), ...acts });
export type StartStep = z.infer<typeof StartStep>;

/** What a breach on a resource leads to, in time. */
export const Step = z.discriminatedUnion('kind', [
  NotifyStep,
  StopStep,
  PowerOffStep,
  ImageStep,
  TerminateStep,
  StartStep,
]);
export type Step = z.infer<typeof Step>;

/** Which VMs a budget stops: those that an idle rule has found, or all that run. */
export const Stopped = z.enum(['idle', 'everything']);
export type Stopped = z.infer<typeof Stopped>;

/** Stops VMs once the platform reports so much as spent. */
export const BudgetStopStep = z.strictObject({
  ...StopStep.shape,
  of: Stopped,
  at: StoredMoney,
});
export type BudgetStopStep = z.infer<typeof BudgetStopStep>;
export const BudgetStep = z.discriminatedUnion('kind', [NotifyStep, BudgetStopStep]);
export type BudgetStep = z.infer<typeof BudgetStep>;
