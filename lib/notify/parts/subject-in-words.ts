import type { CloudProfile } from '../../clouds/profile.ts';
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

/** A subject, the name of its resource if it differs from the id, and its cloud, whose word for the kind is used. */
export type TitledSubject = {
  readonly subject: Subject;
  readonly name?: string | undefined;
  readonly cloud?: Cloud | undefined;
};
type Cloud = Pick<CloudProfile, 'words'> | null;

/**
 * Returns "VM train-7b in project ml-infra", "pod trainer (k3x9) in project pods" or "billing account main"; each name
 * has at most `limit` characters.
 */
export function subjectInWords(titled: TitledSubject, limit: number): string {
  const { scope, shown } = subjectParts(titled.subject);
  const resource = resourceInWords(titled, limit, true);
  const owner = `${scopes[scope]} ${oneLine(shown, limit)}`;
  return resource === undefined ? owner : `${resource} in ${owner}`;
}

/** Returns "VM train-7b in ml-infra", "pod trainer in pods" or "main", for the start of a headline; with the id if `hasId`. */
export function subjectInHeadline(titled: TitledSubject, limit: number, hasId = false): string {
  const { scope, shown } = subjectParts(titled.subject);
  const resource = resourceInWords(titled, limit, hasId);
  const owner = `${scope === 'group' ? 'projects of ' : ''}${oneLine(shown, limit)}`;
  return resource === undefined ? owner : `${resource} in ${owner}`;
}

/** Returns "VM train-7b", or "pod trainer (k3x9)"; `undefined` for a project or account. */
function resourceInWords(
  { subject, name, cloud = null }: TitledSubject,
  limit: number,
  hasId: boolean,
): string | undefined {
  const { resource } = subjectParts(subject);
  if (resource === null) return undefined;
  const id = oneLine(resource.id, limit);
  const title = name === undefined ? id : `${oneLine(name, limit)}${hasId ? ` (${id})` : ''}`;
  return `${formatKind(resource.kind, cloud)} ${title}`;
}

const formatKind = (kind: ResourceKind, cloud: Cloud): string => cloud?.words[kind] ?? kinds[kind];

/** Returns "VM" or "pod" for "vm"; text that is no kind of resource, such as "8 x H100", is returned unchanged. */
export function kindInWords(what: string, cloud: Cloud): string {
  const kind = ResourceKind.safeParse(what);
  return kind.success ? formatKind(kind.data, cloud) : what;
}
