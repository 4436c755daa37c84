import * as z from 'zod';
import { VmId } from '../ids.ts';
import { Instant, minutes, type Span } from '../time/time.ts';

/** The length of the slots that usage is told in; slots end at whole multiples of it. */
export const usageSlot: Span = minutes(5);

/** What a VM did over one slot of time that ends at `at`. A figure that could not be told is `null`. */
export const UsagePoint = z.object({
  at: Instant,
  /** Percent of all the VM's cores, 0 to 100. */
  cpu: z.number().nullable(),
  /** Bytes a second, received and sent. */
  network: z.number().nullable(),
  /** Bytes a second, read and written; in a slot, whole KiB. */
  disk: z.number().nullable(),
  /** Whether the guest answered the platform's ping, each time it was asked; `null` when nothing tells. */
  answers: z.boolean().nullable(),
});
export type UsagePoint = z.infer<typeof UsagePoint>;

/** Usage points of one VM, oldest first. */
export const VmUsage = z.object({ vm: VmId, points: z.array(UsagePoint) });
export type VmUsage = z.infer<typeof VmUsage>;

/** What the monitors of VMs told in one look. */
export type Sampling = { readonly at: Instant; readonly usage: readonly VmUsage[] };

/** What to do about a guest that answers no ping. */
export const pingRemedy =
  'run the guest agent in it, or judge it without pings by guest-ping: ignored in the rule';

/** Whether a guest left every ping unanswered, as it does where no agent runs in it. */
export const neverAnswers = (points: readonly Pick<UsagePoint, 'answers'>[]): boolean =>
  points.length > 0 && points.every(({ answers }) => answers === false);

/** The VMs whose guests left every ping of some samples unanswered. */
export function neverAnswering(samplings: readonly Sampling[]): ReadonlySet<VmId> {
  const told = samplings.flatMap(({ usage }) => usage).filter(({ points }) => points.length > 0);
  const answering = new Set(told.flatMap(({ vm, points }) => (neverAnswers(points) ? [] : [vm])));
  return new Set(told.flatMap(({ vm }) => (answering.has(vm) ? [] : [vm])));
}
