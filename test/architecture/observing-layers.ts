import { type Layer, vocabulary } from './rule-layers.ts';

/** What is asked and observed: clouds, each in a folder of its own, and signals from outside of them. */
export const observingLayers: readonly Layer[] = [
  {
    path: 'lib/clouds',
    holds: 'the port that every cloud implements, and the lists of all clouds',
    imports: ['lib/model', 'lib/clouds/http', 'lib/clouds/profile.ts'],
  },
  ...['open.ts', 'part-meanings.ts'].map((list) => ({
    path: `lib/clouds/${list}`,
    imports: ['lib/model', 'lib/clouds', 'lib/clouds/http', 'lib/clouds/compute', 'lib/clouds/runpod'],
  })),
  {
    path: 'lib/clouds/profile.ts',
    holds:
      'what is known of a cloud beforehand: what it supports, effects of actions, the end at zero credit, roles (data)',
    imports: ['lib/model'],
  },
  {
    path: 'lib/clouds/profiles.ts',
    holds: 'the list of the profiles of all clouds',
    imports: [
      'lib/model',
      'lib/clouds/profile.ts',
      'lib/clouds/compute/profile.ts',
      'lib/clouds/runpod/profile.ts',
    ],
  },
  ...['compute', 'runpod'].map((cloud) => ({
    path: `lib/clouds/${cloud}/profile.ts`,
    imports: ['lib/model', 'lib/clouds/profile.ts'],
  })),
  {
    path: 'lib/clouds/http',
    holds: 'the HTTP client that clouds share: retries, pace, pages, request budget, errors',
    imports: ['lib/model'],
    packages: ['zod', 'undici', 'node:zlib'],
  },
  {
    path: 'lib/clouds/http/aws-signature.ts',
    imports: [],
    packages: ['@smithy/core', '@smithy/signature-v4'],
  },
  {
    path: 'lib/clouds/compute',
    holds: "the customer's cloud: contract, wire, reading facts, taking actions",
    imports: ['lib/model', 'lib/clouds', 'lib/clouds/http'],
    packages: ['zod'],
  },
  {
    path: 'lib/clouds/runpod',
    holds: 'RunPod by its REST API v2: contract, reading facts, gauges, taking actions',
    imports: ['lib/model', 'lib/clouds', 'lib/clouds/http', 'lib/clouds/profile.ts'],
    packages: ['zod'],
  },
  {
    path: 'lib/evidence',
    holds: 'what may count as a figure, whichever source sent it (pure)',
    imports: ['lib/model'],
    packages: ['zod'],
  },
  {
    path: 'lib/observe',
    holds: 'what is due in a poll, and signals: usage from outside the platform, matched to machines',
    imports: [...vocabulary, 'lib/evidence', 'lib/clouds/cloud.ts', 'lib/clouds/http'],
  },
  {
    path: 'lib/observe/signals/prometheus',
    holds: 'signals of servers that speak the HTTP API of Prometheus',
    imports: [...vocabulary, 'lib/evidence', 'lib/observe', 'lib/clouds', 'lib/clouds/http'],
    packages: ['zod', 'undici'],
  },
  {
    path: 'lib/observe/push',
    holds: 'signals that machines push of themselves: tokens, OTLP, the agent',
    imports: [...vocabulary, 'lib/evidence', 'lib/observe'],
    packages: ['zod', 'pbf', 'node:crypto', 'node:fs', 'node:zlib'],
  },
];
