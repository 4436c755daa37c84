import * as z from 'zod';
import type { AnyOperation, Source, Specified } from '../../../clouds/http/operation.ts';
import { ProjectId } from '../../../model/ids.ts';
import { name } from '../wire/values.ts';

export const oneInProject = z.object({ projectId: ProjectId, id: name });
export const one = z.object({ id: name });
export const none = z.object({});

/** Marks an operation with its source, a short summary and a note. */
const knownFrom =
  (source: Source) =>
  <O extends AnyOperation>(summary: string, operation: O, note = ''): O & Specified => ({
    ...operation,
    source,
    summary,
    note,
  });

/** Marks an operation whose path the specification gives. */
export const specified = knownFrom('specification');
/** Marks an operation whose path only a platform's reference gives. */
export const onPlatform = knownFrom('platform');
/**
 * Marks an operation for which the specification at most names the records; its path is a guess in the style of the
 * others.
 */
export const inferred = knownFrom('inferred');
