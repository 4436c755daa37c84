import { protectionOf } from '../../../decide/actions/protection.ts';
import { burnRateOf } from '../../../evaluate/facts.ts';
import { assertNever } from '../../../model/assert-never.ts';
import { type Resource, runs, subjectOf } from '../../../model/facts/resource.ts';
import type { Head } from '../../../model/head.ts';
import { nameOfTarget, type Subject, targetOf } from '../../../model/ids.ts';
import { type HourlyPrice, type Money, sumPrices } from '../../../model/money/money.ts';
import type { BudgetFigures } from '../../../model/rules/figures.ts';
import type { Policy } from '../../../model/rules/policy.ts';
import type { Verdict } from '../../../model/rules/verdict.ts';
import { localMinute } from '../../../model/time/period.ts';
import { type Instant, later } from '../../../model/time/time.ts';

/** The input of a view besides heads. */
type Context = {
  /** The newest verdict of each rule on each subject. */
  readonly verdicts: readonly Verdict[];
  readonly policy: Policy;
  readonly now: Instant;
};

/** A short remark on a machine. */
export type Note = { readonly tone: 'plain' | 'good' | 'unsure' | 'due'; readonly text: string };

/** A machine and what is known about it. */
type NoteSubject = {
  readonly head: Head;
  readonly resource: Resource;
  readonly subject: Subject;
  readonly verdict: Verdict | undefined;
  readonly context: Context;
};

/** Returns the most important remark: a running action, a planned one, or the latest verdict. */
function noteOf(about: NoteSubject): Note {
  const { head, resource, subject } = about;
  const intent = head.intents.find((known) => known.subject === subject);
  if (intent !== undefined) return { tone: 'due', text: `${intent.kind} requested` };
  if (resource.activity === 'stopped') {
    const isOurs = head.stops.some(
      (stop) => stop.subject === subject && stop.ours && stop.startedAgainAt === null,
    );
    return { tone: 'due', text: `${isOurs ? 'stopped by spendwatch' : 'stopped'}, still billed` };
  }
  return plannedFor(about) ?? verdictNote(about);
}

function plannedFor({ head, resource, subject, context }: NoteSubject): Note | null {
  const alert = head.alerts.find((known) => known.subject === subject && known.phase === 'firing');
  if (alert === undefined) return null;
  const { announcement } = alert;
  if (announcement === null)
    return { tone: 'unsure', text: unplannedReason({ head, resource, subject, context }) };
  if (announcement.deliveredAt === null) return { tone: 'due', text: 'idle; stop being announced' };
  const at = localMinute(later(announcement.deliveredAt, announcement.after), context.policy.timezone);
  return { tone: 'due', text: `idle; stop at ${at.slice(-5)}` };
}

function unplannedReason({ head, resource, subject, context }: Omit<NoteSubject, 'verdict'>): string {
  const protection = protectionOf({ ...context, overrides: [], target: head.target, resource });
  if (protection !== null) return 'idle, but protected';
  const wasStarted = head.stops.some((stop) => stop.subject === subject && stop.startedAgainAt !== null);
  return wasStarted ? 'idle, but restarted' : 'idle; alert only';
}

function verdictNote({ verdict, resource }: NoteSubject): Note {
  if (verdict === undefined) return { tone: 'plain', text: resource.kind === 'vm' ? '' : 'no usage data' };
  switch (verdict.kind) {
    case 'clear':
      return { tone: 'good', text: 'in use' };
    case 'suspect':
      return { tone: 'unsure', text: 'quiet; GPUs not visible' };
    case 'unknown':
      return { tone: 'plain', text: 'not enough data' };
    case 'breached':
      return { tone: 'due', text: 'idle' };
    default:
      return assertNever(verdict);
  }
}

type AccountView = {
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
    // Targets are polled concurrently, so verdicts arrive in any order.
    budgets: context.verdicts
      .flatMap((verdict) =>
        verdict.figures?.kind === 'budget'
          ? [{ subject: verdict.subject, figures: verdict.figures, level: levelOf(verdict) }]
          : [],
      )
      .toSorted((left, right) => left.subject.localeCompare(right.subject)),
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
