import { closest } from '../../forms/closest.ts';
import { runs } from '../../model/facts/resource.ts';
import { nameOfTarget, toTarget } from '../../model/ids.ts';
import { foldedName } from '../../model/spelling.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { listSignalNames } from '../../observe/signals/machine-signals.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding } from './finding.ts';

/**
 * Returns a finding on the names in signals that match no VM checked; empty if all match. A name that differs only a
 * little from that of a VM without signals is most likely meant for it.
 */
export function unmatchedFindings({ targets, found, signals }: Examination): Finding[] {
  if (signals === null || signals.of.size === 0) return [];
  const machines = targets.flatMap(({ head: { target, observation } }) =>
    observation?.kind === 'project'
      ? observation.resources
          .filter(({ kind }) => runs(kind))
          .map((machine) => listSignalNames(target, machine))
      : [],
  );
  const known = new Set(machines.flat());
  const projects = new Set(targets.map(({ target }) => nameOfTarget(target.id).toLowerCase()));
  const listed = found?.targets.filter((id) => toTarget(id).kind === 'project') ?? [];
  const isAll = listed.every((id) => projects.has(nameOfTarget(id).toLowerCase()));
  // The VM may be in a project that was not checked.
  const isChecked = (name: string) => isAll || name.split('/').some((part) => projects.has(part));
  const unmatched = [...signals.of.keys()].filter((name) => !known.has(name) && isChecked(name));
  if (unmatched.length === 0) return [];
  const silent = machines.filter((names) => !names.some((name) => signals.of.has(name))).flat();
  const near = unmatched.flatMap((name) => {
    const folded = foldedName(name);
    const closestName = closest(folded, silent.map(foldedName));
    const machine = silent.find((candidate) => foldedName(candidate) === closestName);
    return machine === undefined ? [] : [`${name}, which may be ${machine}`];
  });
  const row = {
    found: `${counted(unmatched.length, 'name')} of signals match no VM checked: ${formatShortList(near.length > 0 ? near : unmatched)}`,
    figures: { names: unmatched.length, near: near.length },
  };
  if (near.length === 0) return [finding('signal-names', 'names of signals', row)];
  return [
    finding('signal-names', 'names of signals', {
      ...row,
      state: 'advice',
      remedy:
        'let the label hold the id of the VM, or write its address in the metadata as `spendwatch-address` (docs/signals.md)',
    }),
  ];
}
