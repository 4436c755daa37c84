import * as z from 'zod';
import type {
  AnyOperation,
  OperationDocumentation,
  OperationSource,
} from '../../../clouds/http/operation.ts';
import { ProjectId } from '../../../model/ids.ts';
import { name } from '../wire/values.ts';

export const oneInProject = z.object({ projectId: ProjectId, id: name });
export const one = z.object({ id: name });
export const none = z.object({});

/** The role that a caller needs on what an operation is about. */
type NeededRole = 'VIEWER' | 'EDITOR' | 'OWNER';

/** The facts of an operation beside its address and records. */
export type OperationFacts = OperationDocumentation & {
  readonly role: NeededRole;
  /** True where a billing account in the body pays: until it is read, a role on any account will do. */
  readonly isPaidByAccount: boolean;
};

type About = {
  readonly note?: string;
  /** By default a viewer's for a GET, and an editor's for everything else. */
  readonly role?: NeededRole;
  readonly isPaidByAccount?: true;
};

/** Describes an operation whole: routes, checks of requests, refusals and the document are made of it. */
const knownFrom =
  (source: OperationSource) =>
  <O extends AnyOperation>(summary: string, operation: O, about: About = {}): O & OperationFacts => {
    const facts: OperationFacts = {
      source,
      summary,
      note: about.note ?? '',
      role: about.role ?? (operation.method === 'GET' ? 'VIEWER' : 'EDITOR'),
      isPaidByAccount: about.isPaidByAccount ?? false,
    };
    return { ...operation, ...facts };
  };

const places = [
  { of: 'project', path: /^\/v1\/projects?\/\{([^}]+)\}/ },
  { of: 'account', path: /^\/v1\/billing-accounts\/\{([^}]+)\}/ },
  { of: 'dataCenter', path: /^\/v1\/data-centers\/\{([^}]+)\}/ },
] as const;

/** The subject of an operation, and the parameter that names it. */
export type Subject = { readonly of: (typeof places)[number]['of']; readonly parameter: string };

/** Returns the project, billing account or data center of a path, if it is about one. */
export function subjectOf(path: string): Subject | undefined {
  for (const { of, path: pattern } of places) {
    const [, parameter] = pattern.exec(path) ?? [];
    if (parameter !== undefined) return { of, parameter };
  }
  return undefined;
}

/** Marks an operation whose path the specification gives. */
export const specified = knownFrom('specification');
/** Marks an operation whose path only a platform's reference gives. */
export const onPlatform = knownFrom('platform');
/**
 * Marks an operation for which the specification at most names the records; its path is a guess in the style of the
 * others.
 */
export const inferred = knownFrom('inferred');
