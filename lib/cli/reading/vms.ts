import { Option } from 'commander';
import { Activity } from '../../model/facts/resource.ts';
import { computeSpan, minutes } from '../../model/time/time.ts';
import { dearestFirst, rowsInWords } from '../../rules/facts.ts';
import { vmColumns, vmTable } from '../../views/columns/vm-columns.ts';
import { buildInventory, computes, type ResourceView } from '../../views/inventory.ts';
import { listWaitingActions, waitingBySubject } from '../../views/waiting.ts';
import { headsOf } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { tableLines } from '../tables/table.ts';
import { overProjects } from './over-projects.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type VmsFlags = {
  readonly project?: string;
  readonly state?: Activity;
  readonly owner?: string;
  readonly sort: keyof typeof orders;
};

/** The maximum age of the newest usage samples. */
const reach = minutes(45);

/** Sort orders: highest price, newest, lowest CPU usage, or by name. */
const orders = {
  price: dearestFirst,
  age: (left: ResourceView, right: ResourceView) =>
    (left.resource.createdAt ?? Number.MAX_VALUE) - (right.resource.createdAt ?? Number.MAX_VALUE),
  cpu: (left: ResourceView, right: ResourceView) => (left.use?.cpu ?? 101) - (right.use?.cpu ?? 101),
  name: (left: ResourceView, right: ResourceView) => (left.subject < right.subject ? -1 : 1),
};

/** `spendwatch vms`: VMs and machines with price, usage and pending actions. */
export const addVms = readingCommand<VmsFlags>({
  name: 'vms',
  summary: 'list VMs, machines and cluster machines with state, price, age, usage, owner and pending actions',
  options: (command) =>
    command
      .option('--project <glob>', 'only these projects')
      .addOption(
        new Option('--state <state>', 'only those in this state').choices(Activity.exclude(['gone']).options),
      )
      .option('--owner <name>', 'only those of this owner')
      .addOption(
        new Option('--sort <by>', 'highest price, greatest age or lowest CPU usage first, or by name')
          .choices(Object.keys(orders))
          .default('price'),
      ),
  examples: [
    'vms',
    "vms --project 'research-*' --state stopped",
    'vms --sort cpu | head',
    'vms --csv > vms.csv',
  ],
  read: async ({ heads, ...context }, { project, state, owner, sort }) => {
    const waitingFor = waitingBySubject(listWaitingActions(heads, context));
    const all = await overProjects({ ...context, heads: headsOf(project, heads) }, reach, (head, samplings) =>
      buildInventory(head, samplings, context, waitingFor),
    );
    const machines = all
      .filter((row) => computes(row) && (state === undefined || row.resource.activity === state))
      .filter((machine) => owner === undefined || machine.owner === owner)
      .toSorted(orders[sort]);
    return {
      report: listReport('machines', machines, vmColumns, context.now, (paper) =>
        machineLines(machines, paper),
      ),
    };
  },
});

function machineLines(machines: readonly ResourceView[], paper: Paper): string[] {
  if (machines.length === 0) return ['No VMs or machines found.'];
  const stopped = machines.filter(({ resource }) => resource.activity === 'stopped');
  const unseen = machines.filter(({ failingSince }) => failingSince !== null);
  const total = `${machines.length} in total, ${costOf(machines)}.`;
  const rest = stopped.length === 0 ? '' : ` ${stopped.length} stopped: ${costOf(stopped)}.`;
  const oldest = Math.max(
    ...unseen.map(({ failingSince }) => computeSpan(failingSince ?? paper.now, paper.now)),
  );
  const old =
    unseen.length === 0
      ? ''
      : ` ${unseen.length} missing from the last poll, for up to ${Math.ceil(oldest / 60_000)} min.`;
  return [
    ...tableLines(machines, vmTable, paper),
    '',
    ...wrap(`${total}${rest}${old}`, paper.width).map(paper.colors.dim),
  ];
}

function costOf(machines: readonly ResourceView[]): string {
  const unpriced = machines.filter(({ resource }) => resource.price === null).length;
  const summary = rowsInWords(machines);
  return unpriced === 0 ? summary : `${summary} and ${unpriced} without a price`;
}
