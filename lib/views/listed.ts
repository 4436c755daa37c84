import type { Head } from '../model/head.ts';

/**
 * Returns heads as people are shown them: a project that the platform no longer lists holds no resource, so that no
 * rate, list or forecast counts one. What it spent stays spent.
 */
export const listed = (heads: readonly Head[]): readonly Head[] =>
  heads.map((head) =>
    head.failureScope === 'unlisted' && head.observation?.kind === 'project'
      ? { ...head, observation: { ...head.observation, resources: [], usage: [] } }
      : head,
  );
