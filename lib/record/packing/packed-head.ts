import * as z from 'zod';
import type { Observation } from '../../model/facts/observation.ts';
import { Head } from '../../model/head.ts';
import { type Meter, type Rollup, withoutShares } from '../../model/money/meter.ts';
import { Instant } from '../../model/time/time.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt } from './columns.ts';
import { PackedMeters, packMeters, unpackMeters } from './packed-meters.ts';
import {
  PackedBuffered,
  PackedObservation,
  packBuffered,
  packObservations,
  unpackBuffered,
  unpackObservations,
} from './packed-observation.ts';
import { withoutDefaults } from './without-defaults.ts';

const HeadFacts = Head.omit({
  observation: true,
  meters: true,
  closedHours: true,
  days: true,
  unwritten: true,
}).extend({ journal: Head.shape.unwritten.shape.journal.default([]) });
const told = withoutDefaults(HeadFacts);

const Count = z.number().int().min(0);

/** A head in compact form, with its observations and meters as columns. */
export const PackedHead = HeadFacts.extend({
  /** The last observation. */
  observation: PackedObservation.nullable(),
  /** Earlier observations that are not in history yet. */
  buffered: z.array(PackedBuffered).default([]),
  meters: PackedMeters,
  /** The numbers of running meters (none or three), closed hours, pending writes, and closed days. */
  of: z.tuple([Count, Count, Count, Count]),
  daysSince: Instant.nullable().default(null),
});
type PackedHead = z.output<typeof PackedHead>;

const bare = (meter: Meter): Rollup => ({ ...meter, shares: [] });

/** The JSON part of a head; the rest is in the bits. */
export function packHead(head: Head, bits: BitWriter): object {
  const { observation, meters, closedHours, days, unwritten, ...facts } = head;
  const running = meters === null ? [] : [meters.hour, meters.day, meters.month];
  const closed = days?.closed ?? [];
  const all = [...running, ...closedHours.map(bare), ...unwritten.meters, ...closed.map(bare)];
  return {
    ...told(z.encode(HeadFacts, { ...facts, journal: unwritten.journal })),
    of: [running.length, closedHours.length, unwritten.meters.length, closed.length],
    ...(days && { daysSince: days.since }),
    meters: packMeters(all, bits),
    ...(unwritten.buffered.length > 0 && {
      buffered: unwritten.buffered.map((poll) => packBuffered(poll, bits)),
    }),
    observation: packObservations(observation === null ? [] : [observation], bits)[0] ?? null,
  };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackHead(packed: PackedHead, bits: BitReader): Head {
  const { observation, buffered, meters, of, daysSince, journal, ...facts } = packed;
  const all = unpackMeters(meters, bits);
  let next = 0;
  const [running, closedHours, unwritten, closed] = of.map((count) =>
    Array.from({ length: count }, () => cellAt(all, next++)),
  );
  const [hour, day, month] = running ?? [];
  const waiting = buffered.map((poll) => unpackBuffered(poll, bits));
  return {
    ...facts,
    meters: hour && day && month ? { hour, day, month } : null,
    closedHours: (closedHours ?? []).map(withoutShares),
    unwritten: { buffered: waiting, meters: unwritten ?? [], journal },
    days: daysSince === null ? null : { since: daysSince, closed: (closed ?? []).map(withoutShares) },
    observation: lastOf(observation, bits),
  };
}

const lastOf = (observation: PackedObservation | null, bits: BitReader): Observation | null =>
  unpackObservations(observation === null ? [] : [observation], bits)[0] ?? null;
