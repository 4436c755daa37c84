import { Option } from 'commander';
import { commitmentEnd } from '../../model/facts/commitment.ts';
import { Activity, sizeInWords } from '../../model/facts/resource.ts';
import { comparePrices, free, priceInWords, sumPrices } from '../../model/money/money.ts';
import { briefSpan } from '../../model/time/relative-time.ts';
import { between, isoInstant, minutes } from '../../model/time/time.ts';
import { computes, inventoryOf, type ResourceView } from '../../views/inventory.ts';
import { remarkOn } from '../../views/remark-on-resource.ts';
import { waitingBySubject, waitingIn } from '../../views/waiting.ts';
import { headsOf } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import type { Field } from '../tables/data-forms.ts';
import { dollarsAnHour } from '../tables/dollars.ts';
import { type Column, tableLines } from '../tables/table.ts';
import type { Colors } from '../terminal.ts';
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
  price: (left: ResourceView, right: ResourceView) => comparePrices(priceOf(right), priceOf(left)),
  age: (left: ResourceView, right: ResourceView) =>
    (left.resource.createdAt ?? Number.MAX_VALUE) - (right.resource.createdAt ?? Number.MAX_VALUE),
  cpu: (left: ResourceView, right: ResourceView) => (left.use?.cpu ?? 101) - (right.use?.cpu ?? 101),
  name: (left: ResourceView, right: ResourceView) => (left.subject < right.subject ? -1 : 1),
};

const priceOf = ({ resource }: ResourceView) => resource.price ?? free;

/** `spendwatch vms`: VMs and machines with price, usage and pending actions. */
export const addVms = readingCommand<VmsFlags>({
  name: 'vms',
  summary: 'list VMs, machines and cluster machines with state, price, age, usage, owner and pending actions',
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
    const waitingFor = waitingBySubject(waitingIn(heads, context));
    const all = await overProjects({ ...context, heads: headsOf(project, heads) }, reach, (head, samplings) =>
      inventoryOf(head, samplings, context, waitingFor),
    );
    const machines = all
      .filter((row) => computes(row) && (state === undefined || row.resource.activity === state))
      .filter((machine) => owner === undefined || machine.owner === owner)
      .toSorted(orders[sort]);
    return {
      report: listReport('machines', machines, machineFields, context.now, (paper) =>
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
  const rest =
    stopped.length === 0 ? '' : ` ${stopped.length} stopped and billed in full: ${costOf(stopped)}.`;
  const oldest = Math.max(...unseen.map(({ failingSince }) => between(failingSince ?? paper.now, paper.now)));
  const old =
    unseen.length === 0
      ? ''
      : ` ${unseen.length} missing from the last poll, for up to ${Math.ceil(oldest / 60_000)} min.`;
  return [
    ...tableLines(machines, machineColumns(paper), paper),
    '',
    ...wrap(`${total}${rest}${old}`, paper.width).map(paper.colors.dim),
  ];
}

function costOf(machines: readonly ResourceView[]): string {
  const unpriced = machines.filter(({ resource }) => resource.price === null).length;
  const known = priceInWords(sumPrices(machines.map(priceOf)));
  return unpriced === 0 ? known : `${known} and ${unpriced} without a price`;
}

export const machineColumns = (paper: Paper): Column<ResourceView>[] => [
  { title: 'PROJECT', cell: ({ project }) => project, least: 10 },
  { title: 'NAME', cell: ({ resource }) => resource.id, least: 14 },
  { title: 'KIND', cell: ({ resource }) => resource.kind, rank: 6 },
  {
    title: 'STATE',
    cell: ({ resource }) => resource.state,
    least: 7,
    paint: ({ resource }, colors) => paintActivity(resource.activity, colors),
  },
  { title: 'SIZE', cell: ({ resource }) => sizeInWords(resource), least: 8, rank: 4 },
  { title: 'AGE', cell: ({ resource }) => ageOf(resource, paper), align: 'right', rank: 3 },
  {
    title: 'USD/h',
    cell: ({ resource }) => (resource.price === null ? 'unknown' : dollarsAnHour(resource.price)),
    align: 'right',
  },
  { title: 'CPU', cell: cpuOf, align: 'right', rank: 2 },
  { title: 'OWNER', cell: ({ owner }) => owner ?? '', least: 10, rank: 5 },
  {
    title: 'NOTE',
    cell: (machine) => remarkOn(machine, paper.now).text,
    least: 25,
    rank: 1,
    paint: (machine, colors) => toneColors(colors)[remarkOn(machine, paper.now).tone],
  },
];

const paintActivity = (activity: Activity, colors: Colors): ((text: string) => string) =>
  ({
    running: colors.green,
    stopped: colors.yellow,
    failed: colors.red,
    gone: colors.dim,
    changing: colors.magenta,
    unknown: colors.magenta,
  })[activity];

const ageOf = ({ createdAt }: ResourceView['resource'], { now }: Paper): string =>
  createdAt === null ? '' : briefSpan(between(createdAt, now));

const cpuOf = ({ use, resource }: ResourceView): string => {
  if (use?.cpu != null) return `${Math.round(use.cpu)} %`;
  return resource.activity === 'running' ? '?' : '';
};

const toneColors = ({ dim, magenta, yellow }: Colors) => ({
  plain: dim,
  good: dim,
  unsure: magenta,
  due: yellow,
});

const machineFields: readonly Field<ResourceView>[] = [
  { name: 'project', value: ({ project }) => project },
  { name: 'kind', value: ({ resource }) => resource.kind },
  { name: 'id', value: ({ resource }) => resource.id },
  { name: 'subject', value: ({ subject }) => subject },
  { name: 'state', value: ({ resource }) => resource.state },
  { name: 'activity', value: ({ resource }) => resource.activity },
  { name: 'usdAnHour', value: ({ resource }) => resource.price?.toFixed() },
  { name: 'createdAt', value: ({ resource }) => resource.createdAt && isoInstant(resource.createdAt) },
  { name: 'committedUntil', value: ({ resource }) => commitmentEnd(resource.committedUntil) },
  { name: 'expiresAt', value: ({ resource }) => resource.expiresAt && isoInstant(resource.expiresAt) },
  { name: 'vcpus', value: ({ resource }) => resource.vcpus },
  { name: 'gpus', value: ({ resource }) => resource.gpus },
  { name: 'gpuModel', value: ({ resource }) => resource.gpuModel },
  { name: 'dataCenter', value: ({ resource }) => resource.dataCenter },
  { name: 'owner', value: ({ owner }) => owner },
  { name: 'cpuPercent', value: ({ use }) => use?.cpu },
  { name: 'networkBytesASecond', value: ({ use }) => use?.network },
  { name: 'diskBytesASecond', value: ({ use }) => use?.disk },
  { name: 'usedAt', value: ({ use }) => use && isoInstant(use.at) },
  { name: 'idleSince', value: ({ idleSince }) => idleSince && isoInstant(idleSince) },
  { name: 'protectedBecause', value: ({ protectedBecause }) => protectedBecause },
  { name: 'waiting', value: ({ waiting }) => waiting && `${waiting.action} ${waiting.state}` },
  { name: 'seenAt', value: ({ resource }) => isoInstant(resource.seenAt) },
];
