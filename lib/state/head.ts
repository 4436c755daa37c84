import * as z from 'zod';
import { BufferedObservation, restoreObservation } from '../model/facts/buffered-observation.ts';
import { Falls } from '../model/facts/fall.ts';
import { FailureScope, Observation, Part } from '../model/facts/observation.ts';
import { SignalTimes } from '../model/facts/signal-times.ts';
import { ObservedUnits } from '../model/facts/units-seen.ts';
import { UnknownFact } from '../model/facts/unknown-fact.ts';
import { UnsupportedPart } from '../model/facts/unsupported.ts';
import { TargetId, toPayerTarget, VmId } from '../model/ids.ts';
import { Meter, Rollup } from '../model/money/meter.ts';
import { Spend, UnmeteredCharges } from '../model/money/spend.ts';
import { PastSpend } from '../model/past-spend.ts';
import { hours, Instant, type Span } from '../model/time/time.ts';
import { Alert } from './alert.ts';
import { Intent, PastStop } from './intent.ts';
import { JournalEntry } from './journal.ts';
import { Message } from './notification.ts';

/** The longest time between the first and the last observation that a head buffers. */
export const writtenWithin: Span = hours(1);

const instantByPart = z.partialRecord(Part, Instant);

/** The earlier names of a target, oldest first, and the time from which its history is stored under the present name. */
export const EarlierNames = z.object({
  from: Instant,
  names: z.array(z.object({ target: TargetId, from: Instant, until: Instant })),
});
export type EarlierNames = z.infer<typeof EarlierNames>;

/** All that spendwatch knows about a target now. Each turn commits one; `seq` orders them. */
export const Head = z.object({
  target: TargetId,
  seq: z.number().int(),
  /** The last observation, without usage samples, which go to history at once. Failed polls do not change it. */
  observation: Observation.nullable(),
  /** The time when each part was last requested, answered or not. */
  askedAt: instantByPart,
  /** The time when each part was last read in full. */
  seenAt: instantByPart,
  /** The times of the first and the last poll, successful or not. */
  beganAt: Instant.nullable().default(null),
  polledAt: Instant.nullable().default(null),
  /** Parts that were incomplete when last requested, with the time since then. */
  failingSince: instantByPart.default({}),
  /** The time up to which the platform has reported spend, of any month. */
  reportedUntil: Instant.nullable().default(null),
  /** The parts that the platform does not support. */
  unsupported: z.array(UnsupportedPart).default([]),
  /** The end of the newest usage slot that is known of every requested VM. */
  usageUntil: Instant.nullable(),
  /**
   * VMs whose samples are requested less often, because no idle rule could find them idle before then: the end of
   * the known samples, and the time of the next request. `rules` identifies the idle rules for which this was
   * computed.
   */
  deferredUsage: z
    .object({
      rules: z.number().int(),
      of: z.record(VmId, z.object({ until: Instant, again: Instant })),
    })
    .nullable()
    .default(null),
  /** The time when each kind of signal of each VM was last known. A kind that a VM ever had is expected from then on. */
  signalsKnownAt: z.record(VmId, SignalTimes).default({}),
  /** Figures of VMs that fell to exactly 0 in the last day. */
  falls: z.record(VmId, Falls).default({}),
  /** The units of metrics in the last reading of signals, for projects with such signals. */
  unitsSeen: ObservedUnits.default({}),
  /** Facts that rules need and that were unknown at the last verdicts, the longest unknown first. */
  unknownFacts: z.array(UnknownFact).default([]),
  /** The number of consecutive failed polls, and why the last one failed. */
  failedPolls: z.number().int(),
  failedBecause: z.string().nullable(),
  failureScope: FailureScope.nullable().default(null),
  meters: z.object({ hour: Rollup, day: Rollup, month: Rollup }).nullable(),
  /** The last closed hours, from which accruals since a late report are computed. */
  closedHours: z.array(Meter),
  /** The platform's last figure for the running month, and what accrued after the time it covers. */
  report: Spend.shape.report,
  /** Closed days, for rules whose window spans several; `null` when there is no such rule. */
  days: z
    .object({ since: Instant, closed: z.array(Meter) })
    .nullable()
    .default(null),
  /** The charges that the platform billed beyond the meters; `null` if they never reached a dollar, or are unknown. */
  unmetered: UnmeteredCharges.nullable().default(null),
  /** The spend from before monitoring began; `null` for a target whose past is not read. */
  pastSpend: PastSpend.nullable().default(null),
  alerts: z.array(Alert),
  outbox: z.array(Message),
  intents: z.array(Intent),
  stops: z.array(PastStop),
  /** Accepted orders, until they expire, with the reason if one failed. */
  orders: z
    .array(z.object({ id: z.string(), until: Instant, failedBecause: z.string().nullable().default(null) }))
    .default([]),
  /**
   * The last refusal caused by the key for actions: because of its role, or by the platform. Absent after an
   * accepted action or a change of the role.
   */
  keyRefused: z.object({ at: Instant, because: z.string(), isByRole: z.boolean().optional() }).optional(),
  /** The day on which people were last notified that the caps held actions back. */
  capsNotifiedOn: z.string().nullable(),
  /**
   * The former names of this target, whose figures and history it continues; absent if its connection was never
   * renamed.
   */
  earlier: EarlierNames.optional(),
  /** The target that continues this head, which then no longer counts; absent otherwise. */
  movedTo: z.object({ target: TargetId, at: Instant }).optional(),
  /** Why another listed connection may count the same spend; absent if none may. */
  mayCountTwice: z.string().optional(),
  /** Why the ledger cannot read this head; `null` for readable heads. Never stored. */
  unreadable: z.string().nullable().default(null),
  /**
   * Pending writes: later turns write them to history before they commit, so that a repeated write has the same
   * bytes. The next turn writes meters and journal; earlier observations stay buffered until one differs.
   */
  pendingWrites: z.object({
    buffered: z.array(BufferedObservation).default([]),
    meters: z.array(Rollup),
    journal: z.array(JournalEntry),
  }),
});
export type Head = z.infer<typeof Head>;

/** Returns the head of a target that was never polled. */
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
  unsupported: [],
  usageUntil: null,
  deferredUsage: null,
  signalsKnownAt: {},
  falls: {},
  unitsSeen: {},
  unknownFacts: [],
  failedPolls: 0,
  failedBecause: null,
  failureScope: null,
  meters: null,
  closedHours: [],
  report: null,
  days: null,
  unmetered: null,
  pastSpend: null,
  alerts: [],
  outbox: [],
  intents: [],
  stops: [],
  orders: [],
  capsNotifiedOn: null,
  unreadable: null,
  pendingWrites: { buffered: [], meters: [], journal: [] },
});

/**
 * Returns a placeholder for a head that the ledger cannot read. Its target counts as failing, with no facts and no
 * pending writes. Its `seq` precedes no stored one, so that nothing made from it can be committed.
 */
export const unreadableHead = (target: TargetId, because: string): Head => ({
  ...firstHead(target),
  seq: unreadableSeq,
  failedPolls: 1,
  failedBecause: `its record in the ledger cannot be read: ${because}`,
  unreadable: because,
});
const unreadableSeq = -1;

/** Returns the billing account of each project whose account is known. */
export const indexPayers = (
  heads: readonly Pick<Head, 'target' | 'observation'>[],
): ReadonlyMap<TargetId, TargetId> =>
  new Map(
    heads.flatMap(({ target, observation }) =>
      observation?.kind === 'project' && observation.account !== null
        ? [[target, toPayerTarget(target, observation.account)] as const]
        : [],
    ),
  );

/**
 * Returns all observations that are not in history yet, oldest first. Groups have no history, since they are made
 * from their members.
 */
export const listPendingObservations = ({
  observation,
  pendingWrites,
}: Pick<Head, 'observation' | 'pendingWrites'>): Observation[] =>
  observation === null || observation.kind === 'group'
    ? []
    : [...pendingWrites.buffered.map((poll) => restoreObservation(poll, observation)), observation];
