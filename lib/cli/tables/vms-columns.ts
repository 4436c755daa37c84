import { commitmentEnd } from '../../model/facts/commitment.ts';
import type { Activity } from '../../model/facts/resource.ts';
import { between, isoInstant } from '../../model/time/time.ts';
import type { MachineView } from '../../views/inventory.ts';
import type { Paper } from '../commands/report.ts';
import type { Colors } from '../terminal.ts';
import type { Field } from './data-forms.ts';
import { dollarsAnHour } from './dollars.ts';
import { briefSpan, relativeTime } from './relative-time.ts';
import type { Column } from './table.ts';
import { stateInWords } from './waiting-lines.ts';

/** Returns the columns of machines. */
export const machineColumns = (paper: Paper): Column<MachineView>[] => [
  { title: 'PROJECT', cell: ({ project }) => project, least: 10 },
  { title: 'NAME', cell: ({ resource }) => resource.id, least: 14 },
  { title: 'KIND', cell: ({ resource }) => resource.kind, rank: 6 },
  {
    title: 'STATE',
    cell: ({ resource }) => resource.state,
    least: 7,
    paint: ({ resource }, colors) => paintActivity(resource.activity, colors),
  },
  { title: 'SIZE', cell: sizeOf, least: 8, rank: 4 },
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
    cell: (machine) => noteOn(machine, paper),
    least: 20,
    rank: 1,
    paint: (machine, colors) => (machine.waiting || machine.idleSince ? colors.yellow : colors.dim),
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

function sizeOf({ resource: { gpus, gpuModel, vcpus } }: MachineView): string {
  if (gpus > 0) return `${gpus} x ${gpuModel ?? 'GPU'}`;
  return vcpus > 0 ? `${vcpus} cores` : '';
}

const ageOf = ({ createdAt }: MachineView['resource'], { now }: Paper): string =>
  createdAt === null ? '' : briefSpan(between(createdAt, now));

const cpuOf = ({ use, resource }: MachineView): string => {
  if (use?.cpu != null) return `${Math.round(use.cpu)} %`;
  return resource.activity === 'running' ? '?' : '';
};

/** Returns the most important remark: a pending action, a failed poll, an expiry, waste, idleness or protection. */
function noteOn(
  { waiting, resource, idleSince, protectedBecause, failingSince }: MachineView,
  { now }: Paper,
): string {
  if (waiting !== null) return `${waiting.action} ${stateInWords(waiting, now)}`;
  if (failingSince !== null) return `polls failing since ${relativeTime(failingSince, now)}`;
  const { expiresAt } = resource;
  if (expiresAt !== null) return `expires ${relativeTime(expiresAt, now)}, then deleted by the platform`;
  if (resource.activity === 'stopped') return 'stopped, billed in full';
  const kept =
    protectedBecause === null ? '' : protectedBecause.startsWith('kept by') ? ', kept' : ', protected';
  if (idleSince !== null) return `idle for ${briefSpan(between(idleSince, now))}${kept}`;
  return kept.slice(2);
}

export const machineFields: readonly Field<MachineView>[] = [
  { name: 'project', value: ({ project }) => project },
  { name: 'kind', value: ({ resource }) => resource.kind },
  { name: 'id', value: ({ resource }) => resource.id },
  { name: 'subject', value: ({ subject }) => subject },
  { name: 'state', value: ({ resource }) => resource.state },
  { name: 'activity', value: ({ resource }) => resource.activity },
  { name: 'usdAnHour', value: ({ resource }) => resource.price?.toFixed() },
  { name: 'createdAt', value: ({ resource }) => resource.createdAt && isoInstant(resource.createdAt) },
  {
    name: 'committedUntil',
    value: ({ resource }) => commitmentEnd(resource.committedUntil),
  },
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
