import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { WireVm } from '../../../lib/providers/compute/wire/vm.ts';
import { readRecord } from '../../../lib/providers/read-record.ts';
import type { Spell } from '../spell.ts';

type Unreadable = Extract<Spell, { kind: 'unreadable-fields' }>;

/** Reads a VM's record as the client does, with what these spells make of its fields; `isWhole` is `null` where that is nothing. */
export function readDespite(
  vm: WireVm,
  spells: readonly Unreadable[],
): { readonly record: WireVm; readonly isWhole: boolean | null } {
  const spell = spells.find(
    ({ target, vm: id }) => id === vm.id && target === projectTarget(ProjectId.parse(vm.projectId)),
  );
  if (spell === undefined) return { record: vm, isWhole: null };
  const read = readRecord(WireVm, { ...vm, [spell.field]: spell.value });
  if (read.kind === 'unreadable') throw new TypeError(`${vm.id} has nothing to know it by`);
  return { record: read.record, isWhole: read.fields.length === 0 && read.lost.length === 0 };
}
