import { act } from '../../../lib/jobs/act/act.ts';
import type { Connection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import type { Bug } from './bug.ts';

/** Mistakes about an account that two connections lead to. */
export const twinBugs: readonly Bug[] = [
  {
    name: 'one account counts as two when its address is spelled in two ways',
    seed: 1,
    hours: 1,
    breaks: [29],
    plant: () => ({
      jobs: {
        watch: ({ connections, ...ports }, orders) =>
          watch({ ...ports, connections: apart(connections) }, orders),
        act: ({ connections, ...ports }, orders) =>
          act({ ...ports, connections: apart(connections) }, orders),
      },
    }),
  },
];

/** Lets no two connections have an address in common. */
const apart = (connections: readonly Connection[]): readonly Connection[] =>
  connections.map((connection, index) => ({ ...connection, address: `https://${index}.test` }));
