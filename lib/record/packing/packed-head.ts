import * as z from 'zod';
import type { Observation } from '../../model/facts/observation.ts';
import { Meter, Part, type Rollup, withoutShares } from '../../model/money/meter.ts';
import { StoredCharge } from '../../model/money/money.ts';
import { sumOfShares } from '../../model/money/share.ts';
import { PeriodUnit } from '../../model/time/period.ts';
import { Instant } from '../../model/time/time.ts';
import { Head } from '../../state/head.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';
import { decimalsOf, readDecimals, writeDecimals } from './decimals.ts';
import { PackedEstimates, packEstimates, unpackEstimates } from './packed-estimates.ts';
import {
  PackedBuffered,
  PackedObservation,
  packBuffered,
  packObservations,
  unpackBuffered,
  unpackObservations,
} from './packed-observation.ts';
import { PackedShares, packShares, unpackShares } from './packed-shares.ts';
import { packDeferred, packSignals, unpackDeferred, unpackSignals, vmsIn } from './packed-vm-times.ts';
import { withoutDefaults } from './without-defaults.ts';

/** Meters as columns. Their periods follow one another, so that most values are shared. */
export const PackedMeters = z.object({
  columns: StoredColumns,
  /** The number of decimals of the charges. */
  places: z.number().int().min(0).max(1_000),
  shares: PackedShares,
  /** The estimated parts of the meters' charges, then of all their shares'. */
  estimates: PackedEstimates.optional(),
  /** The parts of each meter; absent where none has any. */
  parts: z.array(z.array(Part).nullable()).optional(),
});
type PackedMeters = z.input<typeof PackedMeters>;

const Whole = z.array(z.number().int());
const Columns = z.object({
  unit: z.array(z.number().int().min(0).max(2)),
  from: Whole,
  /** The time from the beginning of the period to its end, and to when counting began. */
  until: Whole,
  since: Whole,
  gap: Whole,
  /** 1 where the charge is stored; otherwise it is the sum of its shares. */
  stored: Whole,
  /** The time from the beginning of the period to that of measuring; `null` where a meter holds none, absent where all do. */
  measured: z.array(z.number().int().nullable()).optional(),
});
type Columns = z.infer<typeof Columns>;

/** Packs meters with their shares, if they have any. */
export function packMeters(meters: readonly Rollup[], bits: BitWriter): PackedMeters {
  const columns: Columns = { unit: [], from: [], until: [], since: [], gap: [], stored: [] };
  const charges: string[] = [];
  for (const { period, charge, since, gap, shares } of meters) {
    const isStored = shares.length === 0 || !sumOfShares(shares).eq(charge);
    columns.unit.push(PeriodUnit.options.indexOf(period.unit));
    columns.from.push(period.from);
    columns.until.push(period.until - period.from);
    columns.since.push(since - period.from);
    columns.gap.push(gap);
    columns.stored.push(Number(isStored));
    if (isStored) charges.push(StoredCharge.encode(charge));
  }
  if (meters.some(({ measuredSince }) => measuredSince !== undefined))
    columns.measured = meters.map(({ period, measuredSince }) =>
      measuredSince === undefined ? null : measuredSince - period.from,
    );
  const { measured, ...others } = columns;
  const stored = writeColumns({ ...others, ...(measured && { measured }) }, bits);
  const places = decimalsOf(charges);
  writeDecimals(charges, places, bits);
  const lists = meters.map(({ shares }) => shares);
  const shares = packShares(lists, bits);
  const estimates = packEstimates([...meters, ...lists.flat()], bits);
  const parts = meters.some((meter) => meter.parts !== undefined)
    ? meters.map((meter) => meter.parts?.map((part) => z.encode(Part, part)) ?? null)
    : undefined;
  return { columns: stored, places, shares, ...(estimates && { estimates }), ...(parts && { parts }) };
}

/** A meter apart from its charge, which has been read already, so that no decimal is written as text and read again. */
const UnchargedMeter = Meter.omit({ charge: true, estimated: true, parts: true });

/** @throws an error that describes what is wrong with the stored form. */
export function unpackMeters(
  { columns, places, shares, estimates, parts }: z.output<typeof PackedMeters>,
  bits: BitReader,
): Rollup[] {
  const { unit, from, until, since, gap, stored, measured } = Columns.parse(readColumns(columns, bits));
  const charges = readDecimals(stored.filter((isStored) => isStored !== 0).length, places, bits);
  const lists = unpackShares(shares, bits);
  const estimateOf = unpackEstimates(estimates, bits);
  const ownEstimates = unit.map(estimateOf);
  let next = 0;
  return unit.map((place, index) => {
    const start = cellAt(from, index);
    const own = cellAt(lists, index);
    const began = measured === undefined ? null : cellAt(measured, index);
    const meter = UnchargedMeter.parse({
      period: { unit: cellAt(PeriodUnit.options, place), from: start, until: start + cellAt(until, index) },
      since: start + cellAt(since, index),
      gap: cellAt(gap, index),
      ...(began !== null && { measuredSince: start + began }),
    });
    const isSum = cellAt(stored, index) === 0;
    const charge = isSum ? sumOfShares(own) : StoredCharge.parse(cellAt(charges, next++));
    const ownParts = parts === undefined ? null : cellAt(parts, index);
    const whole = { ...meter, charge, ...cellAt(ownEstimates, index), ...(ownParts && { parts: ownParts }) };
    return { ...whole, shares: own.map((share) => ({ ...share, ...estimateOf() })) };
  });
}

const HeadFacts = Head.omit({
  observation: true,
  meters: true,
  closedHours: true,
  days: true,
  unwritten: true,
  deferredUsage: true,
  signalsKnownAt: true,
}).extend({ journal: Head.shape.unwritten.shape.journal.default([]) });
const sparse = withoutDefaults(HeadFacts);

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
  /** The mark of the rules, and a cell for each VM of the last observation. */
  deferred: z.object({ rules: z.number().int(), columns: StoredColumns }).optional(),
  /** A column for each kind of signal that some VM ever had, with a cell for each VM of the last observation. */
  signals: StoredColumns.optional(),
});
type PackedHead = z.output<typeof PackedHead>;

const bare = (meter: Meter): Rollup => ({ ...meter, shares: [] });

/** The JSON part of a head; the rest is in the bits. */
export function packHead(head: Head, bits: BitWriter): object {
  const {
    observation,
    meters,
    closedHours,
    days,
    unwritten,
    deferredUsage,
    signalsKnownAt: _,
    ...facts
  } = head;
  const running = meters === null ? [] : [meters.hour, meters.day, meters.month];
  const closed = days?.closed ?? [];
  const vms = vmsIn(observation);
  const all = [...running, ...closedHours.map(bare), ...unwritten.meters, ...closed.map(bare)];
  return {
    ...sparse(z.encode(HeadFacts, { ...facts, journal: unwritten.journal })),
    of: [running.length, closedHours.length, unwritten.meters.length, closed.length],
    ...(days && { daysSince: days.since }),
    meters: packMeters(all, bits),
    ...(unwritten.buffered.length > 0 && {
      buffered: unwritten.buffered.map((poll) => packBuffered(poll, bits)),
    }),
    observation: packObservations(observation === null ? [] : [observation], bits)[0] ?? null,
    ...(deferredUsage && {
      deferred: {
        rules: deferredUsage.rules,
        columns: packDeferred(deferredUsage.of, vms, bits),
      },
    }),
    ...packSignals(head, vms, bits),
  };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackHead(packed: PackedHead, bits: BitReader): Head {
  const { observation, buffered, meters, of, daysSince, journal, deferred, signals, ...facts } = packed;
  const all = unpackMeters(meters, bits);
  let next = 0;
  const [running, closedHours, unwritten, closed] = of.map((count) =>
    Array.from({ length: count }, () => cellAt(all, next++)),
  );
  const [hour, day, month] = running ?? [];
  const waiting = buffered.map((poll) => unpackBuffered(poll, bits));
  const last = lastOf(observation, bits);
  const vms = vmsIn(last);
  const deferredUsage = deferred
    ? { rules: deferred.rules, of: unpackDeferred(deferred.columns, vms, bits) }
    : null;
  const use = { deferredUsage, usageUntil: facts.usageUntil };
  return {
    ...facts,
    meters: hour && day && month ? { hour, day, month } : null,
    closedHours: (closedHours ?? []).map(withoutShares),
    unwritten: { buffered: waiting, meters: unwritten ?? [], journal },
    days: daysSince === null ? null : { since: daysSince, closed: (closed ?? []).map(withoutShares) },
    observation: last,
    deferredUsage,
    signalsKnownAt: signals ? unpackSignals(signals, vms, bits, use) : {},
  };
}

const lastOf = (observation: PackedObservation | null, bits: BitReader): Observation | null =>
  unpackObservations(observation === null ? [] : [observation], bits)[0] ?? null;
