import * as z from 'zod';
import { Subject } from '../ids.ts';
import { hours, Instant, instant, minutes, type Span } from '../time/time.ts';
import { FigureDoubt } from './figure-doubt.ts';

/** The use that a machine pushed for the slot that ends at `at`. A missing figure is unknown. */
const PushedSlot = z.object({
  at: Instant,
  /** Percent of all cores. */
  cpu: z.number().optional(),
  logins: z.number().int().optional(),
  /** The highest use of each of the push's GPUs, in percent; `null` for one without any figure in the slot. */
  uses: z.array(z.number().nullable()),
  /** The minutes of the slot for which each GPU has a figure, the first one as the lowest bit. */
  minutes: z.array(z.number().int()),
  /** The GPU memory in use, in GiB. */
  memory: z.number().optional(),
  /** Why figures of the slot do not count; absent where all do. */
  doubt: FigureDoubt.optional(),
});
export type PushedSlot = z.infer<typeof PushedSlot>;

/** A machine's push of its own use. */
export const Push = z.object({
  machine: Subject,
  /** The time of arrival or, where a job reports the machine as in use, the end of that use. */
  at: Instant,
  /** The time from which a job reports the machine as in use; absent for a push with figures. */
  aliveFrom: Instant.optional(),
  /** The hosts that measured it (`host.id`), where the sender reports them: a copy of the machine has another one. */
  hosts: z.array(z.string()).optional(),
  /** The ids of its GPUs (`hw.id`). */
  gpus: z.array(z.string()),
  /** The slots, oldest first. One push may begin in the slot that another one ends in. */
  slots: z.array(PushedSlot),
});
export type Push = z.infer<typeof Push>;

/** The minimum interval of stored pushes of a machine: one is stored in each quarter of an hour. */
export const pushEvery: Span = minutes(15);
/** Returns the start of the quarter hour that contains an instant. */
export const toQuarterStart = (at: Instant): Instant => instant(Math.floor(at / pushEvery) * pushEvery);

/** The longest time for which a job can report its machine as in use. */
export const longestAlive: Span = hours(24);

/** Reports whether a push is already stored: a sender that received no reply repeats it. */
export const isSamePush = (stored: Push, sent: Push): boolean =>
  serializePush(stored) === serializePush(sent);
/**
 * Serializes the content of a push with keys in the order of its schema, since a stored push may have another order.
 */
const serializePush = ({ hosts = [], gpus, slots }: Push): string =>
  JSON.stringify([hosts, gpus, Push.shape.slots.parse(slots)]);

/** Reports whether two pushes with one token come from different hardware: a copy of a machine holds its token too. */
export const isOfAnotherHost = (stored: Push, sent: Push): boolean =>
  serializeHardware(stored) !== serializeHardware(sent);
const serializeHardware = ({ hosts = [], gpus }: Push): string =>
  JSON.stringify(hosts.length > 0 ? hosts : gpus);
