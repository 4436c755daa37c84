import * as z from 'zod';
import { Alert } from './alert.ts';
import { TargetId } from './ids.ts';
import { Intent, PastStop } from './intent.ts';
import { JournalEntry } from './journal.ts';
import { Meter } from './meter.ts';
import { StoredCharge } from './money.ts';
import { Message } from './notice.ts';
import { Part, ReportedSpend, Sighting } from './observation.ts';
import { Instant } from './time.ts';

const instantByPart = z.partialRecord(Part, Instant);

/** All that spendwatch knows of a target now. One is committed per turn; `seq` orders them. */
export const Head = z.object({
  version: z.literal(1),
  target: TargetId,
  seq: z.number().int(),
  /** The last sighting; misses leave it as it is. */
  sighting: Sighting.nullable(),
  /** When each part was last asked for, answered or not. */
  askedAt: instantByPart,
  /** When each part last answered whole. */
  seenAt: instantByPart,
  /** The end of the newest slot of usage that is known of every VM that was asked for. */
  usageUntil: Instant.nullable(),
  /** Looks in a row that saw nothing, and what the last of them said. */
  misses: z.number().int(),
  missedBecause: z.string().nullable(),
  meters: z.object({ hour: Meter, day: Meter, month: Meter }).nullable(),
  /** The last hours that closed, for what accrued since a report that came late. */
  closedHours: z.array(Meter),
  /** The platform's last figure for the running month, and what accrued after the time it covers. */
  report: z.object({ spend: ReportedSpend, accruedSince: StoredCharge }).nullable(),
  alerts: z.array(Alert),
  outbox: z.array(Message),
  intents: z.array(Intent),
  stops: z.array(PastStop),
  /** The day on which it was last said that the caps held acts back. */
  capsSaidOn: z.string().nullable(),
  /** What the next turn writes to history before it commits; taken from here, so always the same bytes. */
  unwritten: z.object({ meters: z.array(Meter), journal: z.array(JournalEntry) }),
});
export type Head = z.infer<typeof Head>;

/** The head of a target never seen before. */
export const firstHead = (target: TargetId): Head => ({
  version: 1,
  target,
  seq: 0,
  sighting: null,
  askedAt: {},
  seenAt: {},
  usageUntil: null,
  misses: 0,
  missedBecause: null,
  meters: null,
  closedHours: [],
  report: null,
  alerts: [],
  outbox: [],
  intents: [],
  stops: [],
  capsSaidOn: null,
  unwritten: { meters: [], journal: [] },
});
