import * as z from 'zod';
import { Alert } from './alert.ts';
import { BufferedObservation, observationOf } from './facts/buffered-observation.ts';
import { FailureScope, Observation, Part } from './facts/observation.ts';
import { Unsupported } from './facts/unsupported.ts';
import { TargetId } from './ids.ts';
import { Intent, PastStop } from './intent.ts';
import { JournalEntry } from './journal.ts';
import { Meter, Rollup } from './money/meter.ts';
import { Spend } from './money/spend.ts';
import { Message } from './notification.ts';
import { hours, Instant, type Span } from './time/time.ts';

/** Looks that wait in a head to be written lie within this of each other. */
export const writtenWithin: Span = hours(1);

const instantByPart = z.partialRecord(Part, Instant);

/** All that spendwatch knows of a target now. One is committed per turn; `seq` orders them. */
export const Head = z.object({
  target: TargetId,
  seq: z.number().int(),
  /** The last observation, without what monitors told, which is history at once; misses leave it as it is. */
  observation: Observation.nullable(),
  /** When each part was last asked for, answered or not. */
  askedAt: instantByPart,
  /** When each part last answered whole. */
  seenAt: instantByPart,
  /** When it was first looked at, and when last, seen or not. */
  beganAt: Instant.nullable().default(null),
  polledAt: Instant.nullable().default(null),
  /** Parts that did not come whole when they were last asked for, and since when. */
  failingSince: instantByPart.default({}),
  /** Up to when the platform's newest report of spend reaches, of whichever month. */
  reportedUntil: Instant.nullable().default(null),
  /** What the platform was found not to offer. */
  lacking: z.array(Unsupported).default([]),
  /** The end of the newest slot of usage that is known of every VM that was asked for. */
  usageUntil: Instant.nullable(),
  /** Looks in a row that saw nothing, and what the last of them said. */
  failedPolls: z.number().int(),
  failedBecause: z.string().nullable(),
  failureScope: FailureScope.nullable().default(null),
  meters: z.object({ hour: Rollup, day: Rollup, month: Rollup }).nullable(),
  /** The last hours that closed, for what accrued since a report that came late. */
  closedHours: z.array(Meter),
  /** The platform's last figure for the running month, and what accrued after the time it covers. */
  report: Spend.shape.report,
  /** Days that have closed, for rules that look back over several; `null` where no rule does. */
  days: z
    .object({ since: Instant, closed: z.array(Meter) })
    .nullable()
    .default(null),
  alerts: z.array(Alert),
  outbox: z.array(Message),
  intents: z.array(Intent),
  stops: z.array(PastStop),
  /** Orders of people that were taken up, until they expire. */
  orders: z.array(z.object({ id: z.string(), until: Instant })).default([]),
  /** The day on which it was last said that the caps held acts back. */
  capsNotifiedOn: z.string().nullable(),
  /** Why the ledger cannot read what it holds of this target; `null` for every head that it can. Never stored. */
  unreadable: z.string().nullable().default(null),
  /**
   * What later turns write to history before they commit; taken from here, so always the same bytes. The next turn
   * writes meters and journal; looks before the last wait until one shows something new.
   */
  unwritten: z.object({
    buffered: z.array(BufferedObservation).default([]),
    meters: z.array(Rollup),
    journal: z.array(JournalEntry),
  }),
});
export type Head = z.infer<typeof Head>;

/** The head of a target never seen before. */
export const firstHead = (target: TargetId): Head => ({
  target,
  seq: 0,
  observation: null,
  askedAt: {},
  seenAt: {},
  beganAt: null,
  polledAt: null,
  failingSince: {},
  reportedUntil: null,
  lacking: [],
  usageUntil: null,
  failedPolls: 0,
  failedBecause: null,
  failureScope: null,
  meters: null,
  closedHours: [],
  report: null,
  days: null,
  alerts: [],
  outbox: [],
  intents: [],
  stops: [],
  orders: [],
  capsNotifiedOn: null,
  unreadable: null,
  unwritten: { buffered: [], meters: [], journal: [] },
});

/**
 * Stands for a head that the ledger holds and cannot read: its target counts as unseen, nothing is known of it and
 * nothing waits in it. Its `seq` precedes no stored one, so that nothing made from it can be committed.
 */
export const unreadableHead = (target: TargetId, because: string): Head => ({
  ...firstHead(target),
  seq: unreadableSeq,
  failedPolls: 1,
  failedBecause: `its record in the ledger cannot be read: ${because}`,
  unreadable: because,
});
const unreadableSeq = -1;

/** All observations that history does not have yet, oldest first. Groups have no history: they are made anew from their members. */
export const observationsIn = ({
  observation,
  unwritten,
}: Pick<Head, 'observation' | 'unwritten'>): Observation[] =>
  observation === null || observation.kind === 'group'
    ? []
    : [...unwritten.buffered.map((poll) => observationOf(poll, observation)), observation];
