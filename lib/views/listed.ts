import type { Head } from '../state/head.ts';

/**
 * Returns heads for display: a project that the platform no longer lists has no resources, so that no rate, list
 * or forecast counts any. Its past spend remains.
 */
export const listed = (heads: readonly Head[]): readonly Head[] =>
  heads.map((head) =>
    head.failureScope === 'unlisted' && head.observation?.kind === 'project'
      ? { ...head, observation: { ...head.observation, resources: [], usage: [] } }
      : head,
  );
