import type { Subject } from '../model/ids.ts';
import { oneLine } from './plain-text.ts';

/** A subject's names, as the cloud gives them. */
export type SubjectParts = {
  readonly scope: 'project' | 'account';
  readonly name: string;
  readonly resource: { readonly kind: 'vm' | 'machine' | 'volume'; readonly id: string } | null;
};

export function partsOf(subject: Subject): SubjectParts {
  const [, project, kind, id] = /^project\/(.+?)\/(vm|machine|volume)\/(.+)$/s.exec(subject) ?? [];
  if (
    project !== undefined &&
    id !== undefined &&
    (kind === 'vm' || kind === 'machine' || kind === 'volume')
  ) {
    return { scope: 'project', name: project, resource: { kind, id } };
  }
  const slash = subject.indexOf('/');
  const scope = subject.startsWith('account/') ? 'account' : 'project';
  return { scope, name: subject.slice(slash + 1), resource: null };
}

const scopes = { project: 'project', account: 'billing account' } as const;
const kinds = { vm: 'VM', machine: 'machine', volume: 'volume' } as const;

/** "VM train-7b in project ml-infra" or "billing account main"; each name in at most `limit` characters. */
export function subjectInWords(subject: Subject, limit: number): string {
  const { scope, name } = partsOf(subject);
  const resource = resourceInWords(subject, limit);
  const owner = `${scopes[scope]} ${oneLine(name, limit)}`;
  return resource === undefined ? owner : `${resource} in ${owner}`;
}

/** "VM train-7b"; `undefined` for a project or account. */
export function resourceInWords(subject: Subject, limit: number): string | undefined {
  const { resource } = partsOf(subject);
  return resource === null ? undefined : `${kinds[resource.kind]} ${oneLine(resource.id, limit)}`;
}
