import type { CloudProfile } from '../../clouds/profile.ts';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { findCommonCloud } from '../../decide/group.ts';
import { type IdleTrackRecord, readIdleRecord } from '../../jobs/replay/read-idle-record.ts';
import { pingRemedy } from '../../model/facts/usage.ts';
import { comparePrices, moneyInWords, scalePrice } from '../../model/money/money.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { isoInstant } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { effectText } from '../../notify/parts/effect-text.ts';
import { getResourceCost, rowsInWords, sumResourceCosts } from '../../rules/facts.ts';
import { computeSampleReach, readsUse } from '../../rules/history-needs.ts';
import { isLearned } from '../../rules/idle/terms.ts';
import { buildRowRecords } from '../../views/columns/column.ts';
import { idleColumns, idleTables, unjudgedColumns } from '../../views/columns/idle-columns.ts';
import { type IdleView, judgeIdleVms } from '../../views/idle.ts';
import { findUnjudgedVms, type UnjudgedVm } from '../../views/unjudged.ts';
import { headsOf } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { recordColumns, recordJson, recordLines, recordRows } from '../tables/idle-record-text.ts';
import { titledTables } from '../tables/table.ts';
import { overProjects } from './over-projects.ts';
import { readingCommand } from './reading-command.ts';
import type { FormattedReport, Paper } from './report.ts';

type IdleFlags = { readonly project?: string; readonly all?: true; readonly record?: true };

/** `spendwatch idle`: idle VMs, and separately those that cannot be judged. */
export const addIdle = readingCommand<IdleFlags>({
  name: 'idle',
  summary: 'list idle VMs with their cost, and separately VMs without enough data to judge',
  options: (command) =>
    command
      .option('--project <glob>', 'only these projects')
      .option('--all', 'include VMs in use')
      .option('--record', 'show how many stops of the last 28 days were wrong, and how many would have been'),
  examples: ['idle', 'idle --record', "idle --project 'research-*'", "idle --json | jq '.idle[].subject'"],
  read: async (context, { project, all, record }) => {
    const { heads, policy, now } = context;
    const projects = headsOf(project, heads);
    const hasRule = policy.rules.some(({ kind }) => kind === 'idle');
    if (record && hasRule)
      return { report: recordReport(await readIdleRecord(context.ledger, { ...context, heads: projects })) };
    const views = await overProjects(
      { ...context, heads: projects, learns: readsUse(policy.rules) },
      computeSampleReach(policy.rules),
      (head, samplings, use) => judgeIdleVms(head, samplings, context, use),
    );
    const of = (verdict: IdleView['verdict']) =>
      views
        .filter((view) => view.verdict === verdict)
        .toSorted((left, right) => comparePrices(likelyWaste(right), likelyWaste(left)));
    const unjudged = findUnjudgedVms(projects, context)?.vms ?? [];
    const groups = {
      idle: of('breached'),
      suspect: of('suspect'),
      unknown: of('unknown'),
      inUse: all ? of('clear') : [],
    };
    return {
      report: {
        text: (paper) =>
          hasRule
            ? idleLines({ ...groups, unjudged }, getCloudProfile(findCommonCloud(projects)), paper)
            : ['The policy has no idle rule.'],
        json: () =>
          asJson({
            asOf: isoInstant(now),
            ...Object.fromEntries(
              Object.entries(groups).map(([name, rows]) => [name, buildRowRecords(rows, idleColumns)]),
            ),
            unjudged: buildRowRecords(unjudged, unjudgedColumns),
          }),
        csv: () => asCsv(Object.values(groups).flat(), idleColumns),
      },
    };
  },
});

const recordReport = (record: IdleTrackRecord): FormattedReport => ({
  text: (paper) => recordLines(record, paper),
  json: () => recordJson(record),
  csv: () => asCsv(recordRows(record.would), recordColumns),
});

/** Returns the price times the chance that the VM stays idle, if a rule estimates that; else the price. */
const likelyWaste = (view: IdleView) =>
  scalePrice(getResourceCost(view.resource), 1 - (view.figures?.risk ?? 0));

type Groups = Readonly<Record<'idle' | 'unknown' | 'inUse', readonly IdleView[]>> & {
  readonly unjudged: readonly UnjudgedVm[];
};

/** Returns the list of idle VMs, and of those that are not, as text. */
export function idleLines(
  { idle, unjudged, unknown, inUse }: Groups,
  cloud: CloudProfile | null,
  paper: Paper,
): string[] {
  const once = [...new Map(idle.map((view) => [view.subject, view])).values()];
  const rate = sumResourceCosts(once);
  const total =
    idle.length === 0
      ? 'No idle VMs.'
      : `${once.length} idle, ${rowsInWords(once)}, ${moneyInWords(computeMonthCost(rate))} a month.${effectText(
          cloud,
          'stop',
          'vm',
        )
          .map((text) => ` ${text}`)
          .join('')}`;
  const block = titledTables(paper);
  const learns = [...idle, ...inUse].some(({ rule }) => isLearned(rule));
  return [
    ...wrap(total, paper.width),
    ...block(
      'IDLE',
      idle,
      idleTables.idle,
      `Under all limits in as many samples as the rule requires${learns ? ', or unlikely to be used soon. RISK is the share of stops with at most this risk that were wrong on the fleets in docs/idle.md' : ''}.`,
    ),
    ...block(
      'CANNOT BE JUDGED',
      unjudged,
      Object.values(unjudgedColumns),
      `A VM with busy GPUs can have an idle CPU, so none of these counts as idle.${remedyOf(unjudged)}`,
    ),
    ...block(
      'UNKNOWN',
      unknown,
      idleTables.others,
      `Not enough data. Not counted as idle.${pingNote(unknown)}`,
    ),
    ...block(
      'IN USE',
      inUse,
      idleTables.others,
      `At least one signal was above its limit${learns ? ', or the VM may be used soon' : ''}.`,
    ),
  ];
}

/** Returns the longest remedy: where rules leave some of the VMs out, it includes that of the others. */
function remedyOf(unjudged: readonly UnjudgedVm[]): string {
  const [longest] = unjudged
    .map(({ remedy }) => remedy)
    .toSorted((left, right) => right.length - left.length);
  return longest === undefined ? '' : ` ${capitalized(longest)}.`;
}

/** Returns one remark for all VMs whose guest never answered a ping. */
function pingNote(unknown: readonly IdleView[]): string {
  const mute = new Set(unknown.flatMap(({ isNeverIdle, subject }) => (isNeverIdle ? [subject] : [])));
  if (mute.size === 0) return '';
  const vms = mute.size === 1 ? '1 VM has' : `${mute.size} VMs have`;
  return ` ${vms} never answered a ping, which usually means no guest agent, and can never be found idle: ${pingRemedy}.`;
}
