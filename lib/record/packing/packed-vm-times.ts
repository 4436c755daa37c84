import * as z from 'zod';
import type { Observation } from '../../model/facts/observation.ts';
import { castToVmId } from '../../model/facts/resource.ts';
import { SignalKind } from '../../model/facts/signal-times.ts';
import type { VmId } from '../../model/ids.ts';
import { Instant } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import { getColumnCell } from './columns.ts';

type Deferred = NonNullable<Head['deferredUsage']>;
/** The digest of the rules, and a cell for each VM of the last observation. */
export const PackedDeferred = z.object({
  rules: z.number().int(),
  until: z.array(Instant.nullable()),
  again: z.array(Instant.nullable()),
});

/** Returns the VMs of an observation, in the order of the cells of each column. */
export const listVmIds = (observation: Observation | null): readonly VmId[] =>
  observation?.kind === 'project'
    ? observation.resources.filter(({ kind }) => kind === 'vm').map((vm) => castToVmId(vm))
    : [];

export const packDeferred = (
  { rules, of }: Deferred,
  vms: readonly VmId[],
): z.input<typeof PackedDeferred> => ({
  rules,
  until: vms.map((vm) => of[vm]?.until ?? null),
  again: vms.map((vm) => of[vm]?.again ?? null),
});

export function unpackDeferred(
  { rules, until, again }: z.output<typeof PackedDeferred>,
  vms: readonly VmId[],
): Deferred {
  const cells = vms.flatMap((vm, index) => {
    const [knownUntil, next] = [getColumnCell(until, index), getColumnCell(again, index)];
    return knownUntil === null || next === null ? [] : [[vm, { until: knownUntil, again: next }] as const];
  });
  return { rules, of: Object.fromEntries(cells) };
}

type Signals = Head['signalsKnownAt'];
type Use = Pick<Head, 'deferredUsage' | 'usageUntil'>;

/** Returns the time until which a head knows the use of a VM, which usually is the time of its last signals. */
const getUsageEnd = ({ deferredUsage, usageUntil }: Use, vm: VmId): number =>
  deferredUsage?.of[vm]?.until ?? usageUntil ?? 0;

/** A column for each kind of signal that any VM ever had, with a cell for each VM of the last observation. */
export const PackedSignals = z.partialRecord(SignalKind, z.array(z.number().nullable()));
type PackedSignals = z.infer<typeof PackedSignals>;

export function packSignals(
  { signalsKnownAt: of, ...use }: Use & Pick<Head, 'signalsKnownAt'>,
  vms: readonly VmId[],
): PackedSignals {
  const columns = SignalKind.options.flatMap((kind) => {
    const times = vms.map((vm) => of[vm]?.[kind] ?? null);
    if (times.every((at) => at === null)) return [];
    return [[kind, vms.map((vm, nth) => computeOffset(times[nth] ?? null, getUsageEnd(use, vm)))] as const];
  });
  return Object.fromEntries(columns);
}

const computeOffset = (at: number | null, from: number): number | null => (at === null ? null : at - from);

export function unpackSignals(columns: PackedSignals, vms: readonly VmId[], use: Use): Signals {
  const times = vms.map((vm, index) => {
    const entries = SignalKind.options.flatMap((kind) => {
      const after = columns[kind] === undefined ? null : getColumnCell(columns[kind], index);
      return after === null ? [] : [[kind, Instant.parse(after + getUsageEnd(use, vm))] as const];
    });
    return [vm, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(times.filter(([, known]) => Object.keys(known).length > 0));
}
