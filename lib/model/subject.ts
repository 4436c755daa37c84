import type { ConnectionName } from './connection-name.ts';
import { ResourceKind } from './facts/resource.ts';
import { getTargetConnection, nameOfTarget, Subject, type TargetId, toTarget } from './ids.ts';

/** The parts of a subject, as the cloud and the policy name them. */
export type SubjectParts = {
  readonly scope: 'project' | 'account' | 'group';
  /** `null` for a group, and for the unnamed connection. */
  readonly connection: ConnectionName | null;
  readonly name: string;
  /** The name with that of the connection, for messages: "ml-infra (eu)". */
  readonly shown: string;
  /** The target itself, or the one that the resource is in. */
  readonly target: TargetId;
  readonly resource: { readonly kind: ResourceKind; readonly id: string } | null;
};

const pattern = new RegExp(`^(project(?:@[^/]+)?/.+?)/(${ResourceKind.options.join('|')})/(.+)$`, 's');

export function subjectParts(subject: Subject): SubjectParts {
  const [, project, word, id] = pattern.exec(subject) ?? [];
  const kind = ResourceKind.options.find((known) => known === word);
  const isResource = project !== undefined && id !== undefined && kind !== undefined;
  const target = (isResource ? project : subject) as TargetId;
  const parsed = toTarget(target);
  const connection = parsed.kind === 'group' ? null : parsed.connection;
  const name = nameOfTarget(target);
  return {
    scope: parsed.kind,
    connection,
    name,
    shown: withConnection(name, connection),
    target,
    resource: isResource ? { kind, id } : null,
  };
}

/**
 * Returns the short name of a target or resource: "ml-infra", "account main", "ml-infra/train-7b". A named connection
 * is added, as in "ml-infra/train-7b (eu)", and `given` is shown before the ID, as in "pods/trainer (k3x9)".
 */
export function shortSubject(subject: Subject, given?: string): string {
  const { scope, connection, name, resource } = subjectParts(subject);
  const targetName = resource === null ? (scope === 'project' ? name : `${scope} ${name}`) : null;
  const title = resource && (given === undefined ? resource.id : `${given} (${resource.id})`);
  return withConnection(targetName ?? `${name}/${title}`, connection);
}

/** Returns the name of a target without its kind, with that of its connection: "ml-infra (eu)". */
export const shownName = (target: TargetId): string =>
  withConnection(nameOfTarget(target), getTargetConnection(target) ?? null);

/**
 * Returns the subject of a VM from text such as "ml-infra/train-7b" or the subject itself; `null` for any other text.
 * A name without a connection means the unnamed connection.
 */
export function vmSubject(text: string): Subject | null {
  const [, scope = 'project', project, id] =
    /^(?:(project(?:@[a-z0-9-]+)?)\/)?([^/\s]+)\/(?:vm\/)?([^/\s]+)$/.exec(text) ?? [];
  return project === undefined || id === undefined ? null : Subject.parse(`${scope}/${project}/vm/${id}`);
}

/** Returns "ml-infra (eu)", or the name alone for the unnamed connection. */
export const withConnection = (name: string, connection: ConnectionName | null): string =>
  connection === null ? name : `${name} (${connection})`;
