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

export function packSignals(
  of: Signals,
  vms: readonly VmId[],
  bits: BitWriter,
): { readonly signals?: StoredColumns } {
  const columns = SignalKind.options.flatMap((kind) => {
    const cells = vms.map((vm) => of[vm]?.[kind] ?? null);
    return cells.every((cell) => cell === null) ? [] : [[kind, cells] as const];
  });
  return columns.length === 0 ? {} : { signals: writeColumns(Object.fromEntries(columns), bits) };
}

export function unpackSignals(stored: StoredColumns, vms: readonly VmId[], bits: BitReader): Signals {
  const columns = z.partialRecord(SignalKind, z.array(Instant.nullable())).parse(readColumns(stored, bits));
  const times = vms.map((vm, index) => {
    const known = SignalKind.options.flatMap((kind) => {
      const at = columns[kind] === undefined ? null : cellAt(columns[kind], index);
      return at === null ? [] : [[kind, at] as const];
    });
    return [vm, Object.fromEntries(known)] as const;
  });
  return Object.fromEntries(times.filter(([, known]) => Object.keys(known).length > 0));
}
