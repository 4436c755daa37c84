import * as z from 'zod';
import { Subject } from '../ids.ts';
import { hours, Instant, instant, minutes, type Span } from '../time/time.ts';

/** What a machine pushed of its use in the slot that ends at `at`. A missing figure is unknown. */
const PushedSlot = z.object({
  at: Instant,
  /** Percent of all cores. */
  cpu: z.number().optional(),
  logins: z.number().int().optional(),
  /** The highest use of each of the push's GPUs, in percent; `null` for one without any figure in the slot. */
  uses: z.array(z.number().nullable()),
  /** The minutes of the slot that each GPU has a figure of, the first one as the lowest bit. */
  minutes: z.array(z.number().int()),
  /** The GPU memory held, in GiB. */
  memory: z.number().optional(),
});
export type PushedSlot = z.infer<typeof PushedSlot>;

/** What a machine pushed of its own use. */
export const Push = z.object({
  machine: Subject,
  /** When it arrived; of a machine that a job said to be in use, the end of that. */
  at: Instant,
  /** From when on a job said the machine to be in use; absent where it told figures. */
  aliveFrom: Instant.optional(),
  /** The hosts that measured it (`host.id`), as far as the sender says: a copy of the machine has another one. */
  hosts: z.array(z.string()).optional(),
  /** The ids of its GPUs (`hw.id`). */
  gpus: z.array(z.string()),
  /** Slots, oldest first. One push may begin in the slot that another one ends in. */
  slots: z.array(PushedSlot),
});
export type Push = z.infer<typeof Push>;

/** The least time between two pushes of a machine that are stored: one for each whole multiple of it. */
export const pushEvery: Span = minutes(15);
/** Returns the beginning of the quarter of an hour that a moment is in. */
export const quarterOf = (at: Instant): Instant => instant(Math.floor(at / pushEvery) * pushEvery);

/** The longest that a job can say its machine to be in use. */
export const longestAlive: Span = hours(24);

/** Whether a push is one that is already stored: a sender repeats it when it saw no answer. */
export const isSamePush = (known: Push, sent: Push): boolean => contentOf(known) === contentOf(sent);
/** Returns what a push holds, in the order of its schema: a stored one comes back in another. */
const contentOf = ({ hosts = [], gpus, slots }: Push): string =>
  JSON.stringify([hosts, gpus, Push.shape.slots.parse(slots)]);

/** Whether two pushes with one token were measured on different hardware: a copy of a machine has the token in it too. */
export const isOfAnotherHost = (known: Push, sent: Push): boolean => hardwareOf(known) !== hardwareOf(sent);
const hardwareOf = ({ hosts = [], gpus }: Push): string => JSON.stringify(hosts.length > 0 ? hosts : gpus);
