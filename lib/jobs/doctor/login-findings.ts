import { castToVmId, toResourceSubject } from '../../model/facts/resource.ts';
import { matchesResource } from '../../model/rules/match.ts';
import { shortSubject } from '../../model/subject.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { selectMachineSignals } from '../../observe/signals/machine-signals.ts';
import type { Policy } from '../../state/policy.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding } from './finding.ts';
import { selectVms } from './survey-targets.ts';

/** Returns a finding on the VMs that are judged without logins although others report them; empty if no VM reports any. */
export function loginFindings({ at, targets, signals }: Examination, { rules }: Policy): Finding[] {
  const judged = targets.flatMap(({ head, target }) =>
    target.kind !== 'project'
      ? []
      : selectVms(head)
          .filter(({ activity }) => activity === 'running')
          .filter((vm) =>
            rules.some(
              (rule) =>
                rule.kind === 'idle' &&
                rule.logins === 'counted' &&
                matchesResource(rule.match, target, vm, at),
            ),
          )
          .map((vm) => ({
            name: shortSubject(toResourceSubject(target.id, vm)),
            isKnown:
              head.signalsKnownAt[castToVmId(vm)]?.logins !== undefined ||
              (signals !== null &&
                selectMachineSignals(signals, target.id, vm).some(({ logins }) => logins !== undefined)),
          })),
  );
  const without = judged.filter(({ isKnown }) => !isKnown).map(({ name }) => name);
  const known = judged.length - without.length;
  if (known === 0) return [];
  const found = `reported by ${known} of ${counted(judged.length, 'running VM')} under an idle rule that counts them`;
  const figures = { vms: judged.length, known };
  if (without.length === 0) return [finding('logins', 'logins', { found, figures })];
  return [
    finding('logins', 'logins', {
      state: 'partly',
      found: `${found}; not by ${formatShortList(without)}`,
      figures,
      unwatched: 'VMs that never reported logins are judged without that sign of use',
      remedy: 'install the agent or exporter that reports logins on them (docs/signals.md)',
    }),
  ];
}
