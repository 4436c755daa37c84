import * as z from 'zod';
import type { Observation } from '../../model/facts/observation.ts';
import { type Meter, type Rollup, withoutShares } from '../../model/money/meter.ts';
import { Instant } from '../../model/time/time.ts';
import { Head } from '../../state/head.ts';
import { getColumnCell } from './columns.ts';
import { PackedMeters, packMeters, unpackMeters } from './packed-meters.ts';
import {
  PackedBuffered,
  PackedObservation,
  packObservations,
  unpackObservations,
} from './packed-observation.ts';
import {
  listVmIds,
  PackedDeferred,
  PackedSignals,
  packDeferred,
  packSignals,
  unpackDeferred,
  unpackSignals,
} from './packed-vm-times.ts';
import { withoutDefaults } from './without-defaults.ts';

const HeadFacts = Head.omit({
  observation: true,
  meters: true,
  closedHours: true,
  days: true,
  pendingWrites: true,
  deferredUsage: true,
  signalsKnownAt: true,
}).extend({ journal: Head.shape.pendingWrites.shape.journal.default([]) });
const sparse = withoutDefaults(HeadFacts);

const Count = z.number().int().min(0);

/** A head in compact form, with its observations and meters as columns. */
export const PackedHead = HeadFacts.extend({
  /** The last observation. */
  observation: PackedObservation.nullable(),
  /** Earlier observations that are not in history yet. */
  buffered: PackedBuffered.default([]),
  meters: PackedMeters,
  /** The numbers of running meters (none or three), closed hours, pending writes, and closed days. */
  of: z.tuple([Count, Count, Count, Count]),
  daysSince: Instant.nullable().default(null),
  deferred: PackedDeferred.optional(),
  signals: PackedSignals.optional(),
});
type PackedHead = z.output<typeof PackedHead>;

const bare = (meter: Meter): Rollup => ({ ...meter, shares: [] });

export function packHead(head: Head): object {
  const { observation, meters, closedHours, days, pendingWrites, deferredUsage, signalsKnownAt, ...facts } =
    head;
  const running = meters === null ? [] : [meters.hour, meters.day, meters.month];
  const closed = days?.closed ?? [];
  const vms = listVmIds(observation);
  const signals = packSignals(head, vms);
  const all = [...running, ...closedHours.map(bare), ...pendingWrites.meters, ...closed.map(bare)];
  return {
    ...sparse(z.encode(HeadFacts, { ...facts, journal: pendingWrites.journal })),
    of: [running.length, closedHours.length, pendingWrites.meters.length, closed.length],
    ...(days && { daysSince: days.since }),
    meters: packMeters(all),
    ...(pendingWrites.buffered.length > 0 && {
      buffered: z.encode(PackedBuffered, pendingWrites.buffered),
    }),
    observation: packObservations(observation === null ? [] : [observation])[0] ?? null,
    ...(deferredUsage && { deferred: packDeferred(deferredUsage, vms) }),
    ...(Object.keys(signals).length > 0 && { signals }),
  };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackHead(packed: PackedHead): Head {
  const { observation, buffered, meters, of, daysSince, journal, deferred, signals, ...facts } = packed;
  const all = unpackMeters(meters);
  let next = 0;
  const [running, closedHours, pendingWrites, closed] = of.map((count) =>
    Array.from({ length: count }, () => getColumnCell(all, next++)),
  );
  const [hour, day, month] = running ?? [];
  const last = unpackLastObservation(observation);
  const vms = listVmIds(last);
  const deferredUsage = deferred ? unpackDeferred(deferred, vms) : null;
  const use = { deferredUsage, usageUntil: facts.usageUntil };
  return {
    ...facts,
    meters: hour && day && month ? { hour, day, month } : null,
    closedHours: (closedHours ?? []).map(withoutShares),
    pendingWrites: { buffered, meters: pendingWrites ?? [], journal },
    days: daysSince === null ? null : { since: daysSince, closed: (closed ?? []).map(withoutShares) },
    observation: last,
    deferredUsage,
    signalsKnownAt: signals ? unpackSignals(signals, vms, use) : {},
  };
}

const unpackLastObservation = (observation: PackedObservation | null): Observation | null =>
  unpackObservations(observation === null ? [] : [observation])[0] ?? null;
