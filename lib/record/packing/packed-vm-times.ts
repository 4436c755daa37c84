import * as z from 'zod';
import type { Observation } from '../../model/facts/observation.ts';
import { vmIdOf } from '../../model/facts/resource.ts';
import { SignalKind } from '../../model/facts/signal-times.ts';
import type { VmId } from '../../model/ids.ts';
import { Instant } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, type StoredColumns, writeColumns } from './columns.ts';

type Deferred = NonNullable<Head['deferredUsage']>['of'];
const Deferrals = z.object({ until: z.array(Instant.nullable()), again: z.array(Instant.nullable()) });

/** Returns the VMs of an observation, in the order of the cells of each column. */
export const vmsIn = (observation: Observation | null): readonly VmId[] =>
  observation?.kind === 'project'
    ? observation.resources.filter(({ kind }) => kind === 'vm').map((vm) => vmIdOf(vm))
    : [];

export function packDeferred(of: Deferred, vms: readonly VmId[], bits: BitWriter): StoredColumns {
  const cells = vms.map((vm) => of[vm]);
  return writeColumns(
    {
      until: cells.map((cell) => cell?.until ?? null),
      again: cells.map((cell) => cell?.again ?? null),
    },
    bits,
  );
}

export function unpackDeferred(columns: StoredColumns, vms: readonly VmId[], bits: BitReader): Deferred {
  const { until, again } = Deferrals.parse(readColumns(columns, bits));
  const cells = vms.flatMap((vm, index) => {
    const [known, next] = [cellAt(until, index), cellAt(again, index)];
    return known === null || next === null ? [] : [[vm, { until: known, again: next }] as const];
  });
  return Object.fromEntries(cells);
}

type Signals = Head['signalsKnownAt'];
type Use = Pick<Head, 'deferredUsage' | 'usageUntil'>;

/** Returns the time until which a head knows the use of a VM, which is mostly when its signals were last known. */
const usedUntil = ({ deferredUsage, usageUntil }: Use, vm: VmId): number =>
  deferredUsage?.of[vm]?.until ?? usageUntil ?? 0;

export function packSignals(
  { signalsKnownAt: of, ...use }: Use & Pick<Head, 'signalsKnownAt'>,
  vms: readonly VmId[],
  bits: BitWriter,
): { readonly signals?: StoredColumns } {
  const columns = SignalKind.options.flatMap((kind) => {
    const times = vms.map((vm) => of[vm]?.[kind] ?? null);
    if (times.every((at) => at === null)) return [];
    return [[kind, vms.map((vm, nth) => since(times[nth] ?? null, usedUntil(use, vm)))] as const];
  });
  return columns.length === 0 ? {} : { signals: writeColumns(Object.fromEntries(columns), bits) };
}

const since = (at: number | null, from: number): number | null => (at === null ? null : at - from);

export function unpackSignals(
  stored: StoredColumns,
  vms: readonly VmId[],
  bits: BitReader,
  use: Use,
): Signals {
  const columns = z
    .partialRecord(SignalKind, z.array(z.number().nullable()))
    .parse(readColumns(stored, bits));
  const times = vms.map((vm, index) => {
    const known = SignalKind.options.flatMap((kind) => {
      const after = columns[kind] === undefined ? null : cellAt(columns[kind], index);
      return after === null ? [] : [[kind, Instant.parse(after + usedUntil(use, vm))] as const];
    });
    return [vm, Object.fromEntries(known)] as const;
  });
  return Object.fromEntries(times.filter(([, known]) => Object.keys(known).length > 0));
}
