import * as z from 'zod';
import { VmId } from '../ids.ts';
import { Instant, minutes, type Span } from '../time/time.ts';

/** The length of a usage slot; slots end at whole multiples of it. */
export const usageSlot: Span = minutes(5);

/** The use of a VM in the slot that ends at `at`. An unknown figure is `null`. */
export const UsagePoint = z.object({
  at: Instant,
  /** Percent of all the VM's cores, 0 to 100. */
  cpu: z.number().nullable(),
  /** Bytes a second, received and sent. */
  network: z.number().nullable(),
  /** Bytes a second, read and written; in a slot, whole KiB. */
  disk: z.number().nullable(),
  /** Whether the guest answered every ping of the platform; `null` when unknown. */
  answers: z.boolean().nullable(),
});
export type UsagePoint = z.infer<typeof UsagePoint>;

/** Usage points of one VM, oldest first. */
export const VmUsage = z.object({ vm: VmId, points: z.array(UsagePoint) });
export type VmUsage = z.infer<typeof VmUsage>;

/** The usage samples of one poll. */
export type Sampling = { readonly at: Instant; readonly usage: readonly VmUsage[] };

/** How idle rules treat a guest that answers no ping. */
export const pingRemedy =
  'run the guest agent in it, or judge it without pings by guest-ping: ignored in the rule';

/** Whether a guest answered none of its pings, as without an agent. */
export const neverAnswers = (points: readonly Pick<UsagePoint, 'answers'>[]): boolean =>
  points.length > 0 && points.every(({ answers }) => answers === false);

/** Returns the VMs whose guests answered no ping of the samples. */
export function neverAnswering(samplings: readonly Sampling[]): ReadonlySet<VmId> {
  const told = samplings.flatMap(({ usage }) => usage).filter(({ points }) => points.length > 0);
  const answering = new Set(told.flatMap(({ vm, points }) => (neverAnswers(points) ? [] : [vm])));
  return new Set(told.flatMap(({ vm }) => (answering.has(vm) ? [] : [vm])));
}
