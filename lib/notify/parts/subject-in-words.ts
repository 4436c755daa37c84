import { ResourceKind } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import { oneLine } from './plain-text.ts';

const scopes = { project: 'project', account: 'billing account', group: 'the projects of' } as const;
const kinds = {
  vm: 'VM',
  machine: 'machine',
  cluster: 'cluster',
  'cluster-machine': 'cluster machine',
  volume: 'volume',
  disk: 'disk',
  bucket: 'bucket',
  image: 'image',
  network: 'network',
} as const satisfies Record<ResourceKind, string>;

/** Returns "VM train-7b in project ml-infra" or "billing account main"; each name has at most `limit` characters. */
export function subjectInWords(subject: Subject, limit: number): string {
  const { scope, shown } = subjectParts(subject);
  const resource = resourceInWords(subject, limit);
  const owner = `${scopes[scope]} ${oneLine(shown, limit)}`;
  return resource === undefined ? owner : `${resource} in ${owner}`;
}

/** Returns "VM train-7b in ml-infra" or "main", for the start of a headline. */
export function subjectInHeadline(subject: Subject, limit: number): string {
  const { scope, shown } = subjectParts(subject);
  const resource = resourceInWords(subject, limit);
  const owner = `${scope === 'group' ? 'projects of ' : ''}${oneLine(shown, limit)}`;
  return resource === undefined ? owner : `${resource} in ${owner}`;
}

/** Returns "VM train-7b"; `undefined` for a project or account. */
function resourceInWords(subject: Subject, limit: number): string | undefined {
  const { resource } = subjectParts(subject);
  return resource === null ? undefined : `${kinds[resource.kind]} ${oneLine(resource.id, limit)}`;
}

/** Returns "VM" for "vm"; what is no kind of resource, such as "8 x H100", is returned unchanged. */
export function kindInWords(what: string): string {
  const kind = ResourceKind.safeParse(what);
  return kind.success ? kinds[kind.data] : what;
}
