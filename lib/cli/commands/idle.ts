import type { Command } from 'commander';
import { reachOf } from '../../evaluate/evaluate.ts';
import { pingRemedy } from '../../model/facts/usage.ts';
import { nameOfTarget, targetOf } from '../../model/ids.ts';
import { free, moneyInWords, priceInWords, sumPrices } from '../../model/money/money.ts';
import { isoInstant } from '../../model/time/time.ts';
import { type IdleView, idleIn } from '../../views/idle.ts';
import { fitting } from '../names.ts';
import { overProjects } from '../over-projects.ts';
import type { Process } from '../process.ts';
import { addReading } from '../reading.ts';
import { wrap } from '../tables/cut.ts';
import { asCsv, asJson, recordsOf } from '../tables/data-forms.ts';
import { aMonthOf } from '../tables/dollars.ts';
import { idleColumns, idleFields, otherColumns } from '../tables/idle-columns.ts';
import { type Column, tableLines } from '../tables/table.ts';
import type { Paper } from './report.ts';

type IdleFlags = { readonly project?: string; readonly all?: true };

/** `spendwatch idle`: what nobody uses, and apart from that what cannot be told. */
export function addIdle(program: Command, self: Process, exit: (code: number) => void): void {
  addReading<IdleFlags>(program, self, exit, {
    name: 'idle',
    summary:
      'show the VMs that nobody uses and what they cost, and apart from them those of which nobody can tell',
    options: (command) =>
      command.option('--project <glob>', 'in these projects only').option('--all', 'those in use too'),
    examples: ['idle', "idle --project 'research-*'", "idle --json | jq '.idle[].subject'"],
    read: async (context, { project, all }) => {
      const { heads, policy, now } = context;
      const projects = fitting(
        '--project',
        project,
        heads.flatMap(({ target }) => (targetOf(target).kind === 'project' ? [nameOfTarget(target)] : [])),
      );
      const asked = heads.filter(({ target }) => projects.has(nameOfTarget(target)));
      const views = await overProjects(
        { ...context, heads: asked },
        reachOf(policy.rules),
        (head, samplings) => idleIn(head, samplings, context),
      );
      const of = (verdict: IdleView['verdict']) =>
        views
          .filter((view) => view.verdict === verdict)
          .toSorted((left, right) => priceOf(right).cmp(priceOf(left)));
      const told = {
        idle: of('breached'),
        suspect: of('suspect'),
        unknown: of('unknown'),
        inUse: all ? of('clear') : [],
      };
      const hasRule = policy.rules.some(({ kind }) => kind === 'idle');
      return {
        report: {
          text: (paper) =>
            hasRule ? idleLines(told, paper) : ['The policy has no idle rule: nothing is looked for.'],
          json: () =>
            asJson({
              asOf: isoInstant(now),
              ...Object.fromEntries(
                Object.entries(told).map(([name, rows]) => [name, recordsOf(rows, idleFields)]),
              ),
            }),
          csv: () => asCsv(Object.values(told).flat(), idleFields),
        },
      };
    },
  });
}

const priceOf = ({ resource }: IdleView) => resource.price ?? free;

type Told = Readonly<Record<'idle' | 'suspect' | 'unknown' | 'inUse', readonly IdleView[]>>;

function idleLines({ idle, suspect, unknown, inUse }: Told, paper: Paper): string[] {
  const { width, colors } = paper;
  const said = (text: string) => wrap(text, width).map(colors.dim);
  const block = (title: string, rows: readonly IdleView[], columns: Column<IdleView>[], note: string) =>
    rows.length === 0
      ? []
      : ['', colors.bold(title), ...said(note), ...tableLines(rows, columns, width, colors)];
  const once = [...new Map(idle.map((view) => [view.subject, view])).values()];
  const rate = sumPrices(once.map(priceOf));
  const total =
    idle.length === 0
      ? 'Nothing is known to be idle.'
      : `${once.length} idle, ${priceInWords(rate)}, ${moneyInWords(aMonthOf(rate))} a month. Stopping ends no charge: a stopped VM is billed as before, and only deleting it ends that.`;
  return [
    ...wrap(total, width),
    ...block('IDLE', idle, idleColumns(paper), 'Quiet on every signal for the whole window.'),
    ...block(
      'SUSPECT',
      suspect,
      otherColumns,
      'Quiet on CPU, network and disk; the platform tells nothing of GPUs, and busy ones look just like this. Not idle.',
    ),
    ...block('UNKNOWN', unknown, otherColumns, `Not enough data. Not idle.${pingNote(unknown)}`),
    ...block('IN USE', inUse, otherColumns, 'At least one signal was above its limit.'),
  ];
}

/** Told once for all of them. */
function pingNote(unknown: readonly IdleView[]): string {
  const mute = new Set(unknown.flatMap(({ isNeverIdle, subject }) => (isNeverIdle ? [subject] : [])));
  if (mute.size === 0) return '';
  const guests = mute.size === 1 ? '1 of the guests answers' : `${mute.size} of the guests answer`;
  return ` ${guests} no ping at all, as where no guest agent runs, and can never be called idle: ${pingRemedy}.`;
}
