import { type Command, Option } from 'commander';
import { Activity } from '../../model/facts/resource.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import { comparePrices, free, priceInWords, sumPrices } from '../../model/money/money.ts';
import { between, isoInstant, minutes } from '../../model/time/time.ts';
import { inventoryOf, type MachineView } from '../../views/inventory.ts';
import { waitingBySubject, waitingIn } from '../../views/waiting.ts';
import { fitting } from '../names.ts';
import { overProjects } from '../over-projects.ts';
import type { Process } from '../process.ts';
import { addReading } from '../reading.ts';
import { wrap } from '../tables/cut.ts';
import { asCsv, asJson, recordsOf } from '../tables/data-forms.ts';
import { tableLines } from '../tables/table.ts';
import { machineColumns, machineFields } from '../tables/vms-columns.ts';
import type { Paper } from './report.ts';

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
  price: (left: MachineView, right: MachineView) => comparePrices(priceOf(right), priceOf(left)),
  age: (left: MachineView, right: MachineView) =>
    (left.resource.createdAt ?? Number.MAX_VALUE) - (right.resource.createdAt ?? Number.MAX_VALUE),
  cpu: (left: MachineView, right: MachineView) => (left.use?.cpu ?? 101) - (right.use?.cpu ?? 101),
  name: (left: MachineView, right: MachineView) => (left.subject < right.subject ? -1 : 1),
};

const priceOf = ({ resource }: MachineView) => resource.price ?? free;

/** `spendwatch vms`: VMs and machines with price, usage and pending actions. */
export function addVms(program: Command, self: Process, exit: (code: number) => void): void {
  addReading<VmsFlags>(program, self, exit, {
    name: 'vms',
    summary:
      'list VMs, machines and cluster machines with state, price, age, usage, owner and pending actions',
    options: (command) =>
      command
        .option('--project <glob>', 'only these projects')
        .addOption(
          new Option('--state <state>', 'only in this state').choices(Activity.exclude(['gone']).options),
        )
        .option('--owner <name>', 'only of this owner')
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
      const projects = fitting('--project', project, heads.flatMap(projectOf));
      const asked = heads.filter((head) => projectOf(head).some((name) => projects.has(name)));
      const waitingFor = waitingBySubject(waitingIn(heads, context));
      const all = await overProjects({ ...context, heads: asked }, reach, (head, samplings) =>
        inventoryOf(head, samplings, context, waitingFor),
      );
      const machines = all
        .filter(({ resource }) => state === undefined || resource.activity === state)
        .filter((machine) => owner === undefined || machine.owner === owner)
        .toSorted(orders[sort]);
      return {
        report: {
          text: (paper) => machineLines(machines, paper),
          json: () => asJson({ asOf: isoInstant(context.now), machines: recordsOf(machines, machineFields) }),
          csv: () => asCsv(machines, machineFields),
        },
      };
    },
  });
}

const projectOf = ({ target: id }: Head): string[] => {
  const target = targetOf(id);
  return target.kind === 'project' ? [target.project] : [];
};

function machineLines(machines: readonly MachineView[], paper: Paper): string[] {
  if (machines.length === 0) return ['No VMs or machines found.'];
  const stopped = machines.filter(({ resource }) => resource.activity === 'stopped');
  const unseen = machines.filter(({ failingSince }) => failingSince !== null);
  const total = `${machines.length} in total, ${costOf(machines)}.`;
  const rest =
    stopped.length === 0 ? '' : ` ${stopped.length} stopped and billed in full: ${costOf(stopped)}.`;
  const oldest = Math.max(...unseen.map(({ failingSince }) => between(failingSince ?? paper.now, paper.now)));
  const old =
    unseen.length === 0
      ? ''
      : ` ${unseen.length} missing from the last poll, for up to ${Math.ceil(oldest / 60_000)} min.`;
  return [
    ...tableLines(machines, machineColumns(paper), paper.width, paper.colors),
    '',
    ...wrap(`${total}${rest}${old}`, paper.width).map(paper.colors.dim),
  ];
}

function costOf(machines: readonly MachineView[]): string {
  const unpriced = machines.filter(({ resource }) => resource.price === null).length;
  const known = priceInWords(sumPrices(machines.map(priceOf)));
  return unpriced === 0 ? known : `${known} and ${unpriced} without a price`;
}
