import { burnRateOf } from '../../../evaluate/facts.ts';
import { type Resource, runs, subjectOf } from '../../../model/facts/resource.ts';
import type { Head } from '../../../model/head.ts';
import { nameOfTarget, type Subject, targetOf } from '../../../model/ids.ts';
import { type HourlyPrice, type Money, sumPrices } from '../../../model/money/money.ts';
import type { BudgetFigures } from '../../../model/rules/figures.ts';
import type { Verdict } from '../../../model/rules/verdict.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type Note, noteOf } from './note.ts';
import type { Context } from './view-context.ts';

export type AccountView = {
  readonly id: string;
  readonly credit: Money | null;
  readonly burnRate: HourlyPrice;
};

export type BudgetView = {
  readonly subject: Subject;
  readonly figures: BudgetFigures;
  /** The highest threshold that was reached, in percent. */
  readonly level: number | null;
};

export type MachineView = {
  readonly project: string;
  readonly resource: Resource;
  /** Percent of the VM's cores in the newest sample. */
  readonly cpu: number | null;
  readonly note: Note;
};

/** The content of the screen. */
export type View = {
  readonly now: Instant;
  readonly burnRate: HourlyPrice;
  readonly accounts: readonly AccountView[];
  readonly budgets: readonly BudgetView[];
  readonly machines: readonly MachineView[];
};

/** Computes the content of the screen. */
export function viewOf(heads: readonly Head[], context: Context): View {
  const ordered = [...heads].sort((left, right) => left.target.localeCompare(right.target));
  const projects = ordered.filter((head) => head.observation?.kind === 'project');
  return {
    now: context.now,
    burnRate: sumPrices(
      projects.flatMap(({ observation }) => (observation ? [burnRateOf(observation)] : [])),
    ),
    accounts: ordered.flatMap(({ target, observation }) =>
      observation?.kind === 'account'
        ? [
            {
              id: nameOfTarget(target),
              credit: observation.creditBalance,
              burnRate: burnRateOf(observation),
            },
          ]
        : [],
    ),
    budgets: context.verdicts.flatMap((verdict) =>
      verdict.figures?.kind === 'budget'
        ? [{ subject: verdict.subject, figures: verdict.figures, level: levelOf(verdict) }]
        : [],
    ),
    machines: projects.flatMap((head) => machinesOf(head, context)),
  };
}

const levelOf = (verdict: Verdict): number | null => (verdict.kind === 'breached' ? verdict.level : null);

function machinesOf(head: Head, context: Context): MachineView[] {
  const target = targetOf(head.target);
  const { observation } = head;
  if (observation?.kind !== 'project' || target.kind !== 'project') return [];
  return observation.resources
    .filter(({ kind }) => runs(kind))
    .map((resource) => {
      const subject = subjectOf(target.project, resource);
      const verdict = context.verdicts.find((known) => known.subject === subject);
      const idle = verdict?.figures?.kind === 'idle' ? verdict.figures : null;
      return {
        project: target.project,
        resource,
        cpu: resource.activity === 'running' ? (idle?.cpu ?? null) : null,
        note: noteOf({ head, resource, subject, verdict, context }),
      };
    });
}
