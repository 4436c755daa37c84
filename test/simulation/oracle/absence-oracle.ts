import type { Head } from '../../../lib/state/head.ts';
import type { Observer } from '../observer.ts';
import { isThere } from '../world/true-resource.ts';
import type { Case } from './violation.ts';

/** The kinds of the true resources that heads hold under the same name. */
const kinds = ['vm', 'machine', 'volume', 'disk', 'bucket', 'image', 'cluster'];

/**
 * Checks invariant 22: what a head knew and what still exists does not leave it, whatever a list says.
 */
export function absenceOracle({ accuse, world, now }: Case): Observer {
  const existing = (target: string) =>
    world.resources.filter(
      (resource) =>
        `project/${resource.project}` === target && kinds.includes(resource.kind) && isThere(resource, now()),
    );

  return {
    committed(process, head, before) {
      if (process.job !== 'watch' || head.observation === before?.observation) return;
      const known = new Set(namesIn(before));
      const held = new Set(namesIn(head));
      for (const { kind, id } of existing(head.target)) {
        const name = `${kind}/${id}`;
        if (known.has(name) && !held.has(name))
          accuse(22, `${head.target}/${name} exists, and the head no longer knows it`);
      }
    },
  };
}

const namesIn = (head: Head | undefined): string[] =>
  head?.observation?.kind === 'project'
    ? head.observation.resources.map(({ kind, id }) => `${kind}/${id}`)
    : [];
