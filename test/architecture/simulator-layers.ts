import { type Layer, vocabulary } from './rule-layers.ts';

/** The layers of simulated clouds. They know nothing of the engine, so that they can judge it. */
export const simulatorLayers: readonly Layer[] = [
  {
    path: 'lib/simulators/http',
    holds:
      'what simulated clouds share: the server, faults, chances that depend on nothing but their arguments',
    imports: [...vocabulary],
    packages: ['hono', '@hono/node-server', 'node:http', 'node:timers'],
  },
  {
    path: 'lib/simulators/compute',
    holds: 'the simulated cloud: its whole contract, wire, OpenAPI document, world and HTTP server',
    imports: [
      ...vocabulary,
      'lib/clouds',
      'lib/clouds/http',
      'lib/clouds/compute',
      'lib/jobs/ports.ts',
      'lib/simulators/http',
    ],
    packages: ['zod', 'hono', '@hono/node-server', 'node:crypto', 'node:net', 'node:zlib'],
  },
  {
    path: 'lib/simulators/runpod',
    holds: 'simulated RunPod: its contract, its world with bills of its own, its HTTP server',
    imports: [...vocabulary, 'lib/jobs/ports.ts', 'lib/simulators/http'],
    packages: ['zod', 'hono', '@hono/node-server'],
  },
];
