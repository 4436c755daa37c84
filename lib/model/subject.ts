import { ResourceKind } from './facts/resource.ts';
import type { Subject, TargetId } from './ids.ts';

/** The parts of a subject, as the cloud and the policy name them. */
export type SubjectParts = {
  readonly scope: 'project' | 'account' | 'group';
  readonly name: string;
  /** The target that it is, or is in. */
  readonly target: TargetId;
  readonly resource: { readonly kind: ResourceKind; readonly id: string } | null;
};

const pattern = new RegExp(`^project/(.+?)/(${ResourceKind.options.join('|')})/(.+)$`, 's');
const scopes = ['project', 'account', 'group'] as const;

export function subjectParts(subject: Subject): SubjectParts {
  const [, project, word, id] = pattern.exec(subject) ?? [];
  const kind = ResourceKind.safeParse(word);
  if (project !== undefined && id !== undefined && kind.success)
    return {
      scope: 'project',
      name: project,
      target: `project/${project}` as TargetId,
      resource: { kind: kind.data, id },
    };
  const scope = scopes.find((known) => subject.startsWith(`${known}/`)) ?? 'project';
  const name = subject.slice(subject.indexOf('/') + 1);
  return { scope, name, target: subject as string as TargetId, resource: null };
}

/** Returns the short name of a target or resource: "ml-infra", "account main", "ml-infra/train-7b". */
export function shortSubject(subject: Subject): string {
  const { scope, name, resource } = subjectParts(subject);
  if (resource !== null) return `${name}/${resource.id}`;
  return scope === 'project' ? name : `${scope} ${name}`;
}
