import type { ConnectionName } from './connection-name.ts';
import { ResourceKind } from './facts/resource.ts';
import { getTargetConnection, nameOfTarget, Subject, type TargetId, toTarget } from './ids.ts';

/** The parts of a subject, as the cloud and the policy name them. */
export type SubjectParts = {
  readonly scope: 'project' | 'account' | 'group';
  /** `null` for a group, and for what is of the unnamed connection. */
  readonly connection: ConnectionName | null;
  readonly name: string;
  /** The name as people read it, with that of the connection: "ml-infra (eu)". */
  readonly shown: string;
  /** The target that it is, or is in. */
  readonly target: TargetId;
  readonly resource: { readonly kind: ResourceKind; readonly id: string } | null;
};

const pattern = new RegExp(`^(project(?:@[^/]+)?/.+?)/(${ResourceKind.options.join('|')})/(.+)$`, 's');

export function subjectParts(subject: Subject): SubjectParts {
  const [, project, word, id] = pattern.exec(subject) ?? [];
  const kind = ResourceKind.options.find((known) => known === word);
  const isResource = project !== undefined && id !== undefined && kind !== undefined;
  const target = (isResource ? project : subject) as TargetId;
  const about = toTarget(target);
  const connection = about.kind === 'group' ? null : about.connection;
  const name = nameOfTarget(target);
  return {
    scope: about.kind,
    connection,
    name,
    shown: withConnection(name, connection),
    target,
    resource: isResource ? { kind, id } : null,
  };
}

/**
 * Returns the short name of a target or resource: "ml-infra", "account main", "ml-infra/train-7b"; of a connection with a
 * name "ml-infra (eu)", "ml-infra/train-7b (eu)"; of a resource that people gave a name "pods/trainer (k3x9)".
 */
export function shortSubject(subject: Subject, given?: string): string {
  const { scope, connection, name, resource } = subjectParts(subject);
  const whole = resource === null ? (scope === 'project' ? name : `${scope} ${name}`) : null;
  const title = resource && (given === undefined ? resource.id : `${given} (${resource.id})`);
  return withConnection(whole ?? `${name}/${title}`, connection);
}

/** Returns the name of a target as people read it, without the word for its kind: "ml-infra (eu)". */
export const shownName = (target: TargetId): string =>
  withConnection(nameOfTarget(target), getTargetConnection(target) ?? null);

/**
 * Returns the subject of a VM, named as "ml-infra/train-7b" or as its subject; `null` for any other text. A name
 * without a connection means the unnamed connection.
 */
export function vmSubject(text: string): Subject | null {
  const [, scope = 'project', project, id] =
    /^(?:(project(?:@[a-z0-9-]+)?)\/)?([^/\s]+)\/(?:vm\/)?([^/\s]+)$/.exec(text) ?? [];
  return project === undefined || id === undefined ? null : Subject.parse(`${scope}/${project}/vm/${id}`);
}

/** Returns a name with that of its connection, as people read it: "ml-infra (eu)". */
export const withConnection = (name: string, connection: ConnectionName | null): string =>
  connection === null ? name : `${name} (${connection})`;
