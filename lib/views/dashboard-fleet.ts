import { type Resource, runs, subjectOf } from '../model/facts/resource.ts';
import { type ProjectId, type Subject, targetOf } from '../model/ids.ts';
import { compareSeverity, type Severity } from '../model/severity.ts';
import { compareText } from '../model/words.ts';
import type { Head } from '../state/head.ts';
import { reasonOf } from './alerts.ts';
import { inventoryOf, type MachineView } from './inventory.ts';
import { hasUnknownGpus } from './unjudged.ts';
import type { ViewInput } from './view-input.ts';
import { type Waiting, waitingBySubject } from './waiting.ts';

/** A resource of a project, with its worst alert. */
export type FleetRow = {
  readonly project: ProjectId;
  readonly subject: Subject;
  readonly resource: Resource;
  /** `null` for a resource that does not compute, such as a volume. */
  readonly machine: MachineView | null;
  /** True if it runs with GPUs whose use no signal covers. */
  readonly hasUnknownGpus: boolean;
  /** The most severe firing alert on it. */
  readonly alert: { readonly severity: Severity; readonly because: string } | null;
};

/** Reports whether it is a machine that an idle rule found idle. */
export const isIdle = ({ machine }: Pick<FleetRow, 'machine'>): boolean => machine?.idleSince != null;

/** Lists all resources, project by project, each with the planned action on it. */
export function fleetOf(
  heads: readonly Head[],
  context: Context,
  waiting: readonly Waiting[],
): readonly FleetRow[] {
  const waitingFor = waitingBySubject(waiting);
  return heads.flatMap((head) => fleetIn(head, context, waitingFor));
}

type Context = Pick<ViewInput, 'policy' | 'overrides' | 'intervals' | 'now'>;

function fleetIn(head: Head, context: Context, waitingFor: ReadonlyMap<Subject, Waiting>): FleetRow[] {
  const target = targetOf(head.target);
  const { observation, alerts } = head;
  if (observation?.kind !== 'project' || target.kind !== 'project') return [];
  const machines = new Map(
    inventoryOf(head, [], context, waitingFor).map((machine) => [machine.subject, machine]),
  );
  const worst = new Map<Subject, NonNullable<FleetRow['alert']>>();
  for (const alert of alerts) {
    const { subject, phase, severity } = alert;
    const known = worst.get(subject);
    if (phase !== 'firing' || (known && compareSeverity(known.severity, severity) >= 0)) continue;
    worst.set(subject, { severity, because: reasonOf(alert) });
  }
  return observation.resources
    .filter(({ activity }) => activity !== 'gone')
    .map((resource) => {
      const subject = subjectOf(target.project, resource);
      const machine = machines.get(subject) ?? null;
      return {
        ...{ project: target.project, subject, resource, machine },
        hasUnknownGpus: hasUnknownGpus(head, resource, context),
        alert: worst.get(subject) ?? null,
      };
    })
    .sort((left, right) => rank(left) - rank(right) || compareText(left.resource.id, right.resource.id));
}

/** Ranks compute resources before others. */
const rank = ({ resource }: FleetRow): number => (runs(resource.kind) ? 0 : 1);
