import type { CloudProfile } from '../../clouds/profile.ts';
import { type Affected, effectOf, erasedByRest } from '../../clouds/profiles.ts';
import { restOf } from '../../model/action-kind.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Fault } from './explain.ts';

/** A resource that a rule may stop, or any of a kind on a cloud, without an id. */
export type Stoppable = Affected & { readonly id?: string; readonly cloud: CloudProfile };

/** Returns all that can be stopped on clouds, by kind, for a policy of which no resource is known. */
export const stoppableOn = (clouds: readonly CloudProfile[]): Stoppable[] =>
  clouds.flatMap((cloud) => ResourceKind.options.map((kind) => ({ cloud, kind })));

/** Returns warnings on steps whose stop erases what the rule does not accept, or gives a place away that a start needs. */
export function lossWarnings({ then, match }: Rule, stoppable: readonly Stoppable[]): Fault[] {
  const steps: readonly (Step | BudgetStep)[] = then;
  const isStarted = steps.some(({ kind }) => kind === 'start');
  return steps.flatMap((step, index) => {
    if (step.kind !== 'stop' && step.kind !== 'power-off') return [];
    const stopped = stoppable.filter(
      ({ kind }) => restOf(kind) === step.kind && (match.kind === undefined || match.kind === kind),
    );
    const erasing = stopped.find(({ cloud, ...it }) => erasedByRest(cloud, step.kind, it) !== null);
    const erases = erasing && erasedByRest(erasing.cloud, step.kind, erasing);
    const losing = stopped.find(({ cloud, ...it }) => effectOf(cloud, step.kind, it)?.mayLosePlace);
    const warnings = [
      ...(erases == null || step.mayErase === true
        ? []
        : [`never stops ${nameOf(erasing)}: that erases ${erases}; add may-erase: true to accept it`]),
      ...(losing === undefined || !isStarted
        ? []
        : [`may stop ${nameOf(losing)} for longer than its hours: its capacity may go to others meanwhile`]),
    ];
    return warnings.map((message) => ({ path: ['then', index, step.kind], part: 'key', message }));
  });
}

const nameOf = (it: Stoppable | undefined): string => it?.id ?? `a ${it?.kind ?? 'resource'}`;
