import { sizeInWords } from '../../model/facts/resource.ts';
import { briefSpan } from '../../model/time/relative-time.ts';
import { computeSpan } from '../../model/time/time.ts';
import type { ResourceView } from '../inventory.ts';
import { decideRemark } from '../remark-on-resource.ts';
import { type Columns, selectColumns, timeColumn } from './column.ts';
import { resourceColumns as of } from './resource-columns.ts';

export const vmColumns = {
  project: { ...of.project, least: 10 },
  kind: { ...of.kind, rank: 6 },
  id: of.id,
  subject: of.subject,
  state: {
    title: 'STATE',
    value: ({ resource }) => resource.state,
    least: 7,
    tone: ({ resource }) => activityTones[resource.activity],
  },
  activity: { value: ({ resource }) => resource.activity },
  usdAnHour: of.usdAnHour,
  isEstimate: of.isEstimate,
  createdAt: timeColumn(({ resource }) => resource.createdAt, {
    title: 'AGE',
    text: ({ resource: { createdAt } }, { now }) =>
      createdAt === null ? '' : briefSpan(computeSpan(createdAt, now)),
    align: 'right',
    rank: 3,
  }),
  committedUntil: of.committedUntil,
  expiresAt: timeColumn(({ resource }) => resource.expiresAt),
  vcpus: { value: ({ resource }) => resource.vcpus },
  gpus: of.gpus,
  gpuModel: { value: ({ resource }) => resource.gpuModel },
  dataCenter: { value: ({ resource }) => resource.dataCenter },
  size: { title: 'SIZE', text: ({ resource }) => sizeInWords(resource), least: 8, rank: 4 },
  owner: { title: 'OWNER', value: ({ owner }) => owner, least: 10, rank: 5 },
  cpuPercent: { title: 'CPU', value: ({ use }) => use?.cpu, text: cpuInWords, align: 'right', rank: 2 },
  networkBytesASecond: { value: ({ use }) => use?.network },
  diskBytesASecond: { value: ({ use }) => use?.disk },
  usedAt: timeColumn(({ use }) => use?.at),
  idleSince: timeColumn(({ idleSince }) => idleSince),
  protectedBecause: { value: ({ protectedBecause }) => protectedBecause },
  waiting: { value: ({ waiting }) => waiting && `${waiting.action} ${waiting.state}` },
  seenAt: timeColumn(({ resource }) => resource.seenAt),
  remark: {
    title: 'NOTE',
    text: (row, { now }) => decideRemark(row, now).text,
    tone: (row, { now }) => decideRemark(row, now).tone,
    least: 25,
    rank: 1,
  },
} satisfies Columns<ResourceView>;

/** The columns of a table of VMs. */
export const vmTable = selectColumns(
  vmColumns,
  ['project', 'id', 'kind', 'state', 'size', 'createdAt', 'usdAnHour'],
  ['cpuPercent', 'owner', 'remark'],
);

const activityTones = {
  running: 'good',
  stopped: 'due',
  failed: 'critical',
  gone: 'quiet',
  changing: 'unsure',
  unknown: 'unsure',
} as const;

function cpuInWords({ use, resource }: ResourceView): string {
  if (use?.cpu != null) return `${Math.round(use.cpu)} %`;
  return resource.activity === 'running' ? '?' : '';
}
