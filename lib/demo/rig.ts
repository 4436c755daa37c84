import { openCloud } from '../clouds/open.ts';
import { type ActPorts, type Connection, type Log, unnamedConnection } from '../jobs/ports.ts';
import type { CloudName } from '../model/cloud-name.ts';
import { ConnectionName } from '../model/connection-name.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import { startEmbeddedLedger } from '../service/ledger/embedded-ledger.ts';
import type { Scenario } from '../simulators/compute/scenario.ts';
import { serveSimulator } from '../simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../simulators/compute/virtual-clock.ts';
import { createWorld, type World } from '../simulators/compute/world/world.ts';
import type { Fault } from '../simulators/http/faults.ts';
import { serveRunpod } from '../simulators/runpod/serve.ts';
import { simulatedKeys } from '../simulators/runpod/simulated.ts';
import { simulatedGpus } from './simulated-gpus.ts';
import { simulatedPods } from './simulated-pods.ts';

/** Two simulated clouds over real HTTP, a ledger over the DynamoDB protocol, and their shared clock. */
export type Rig = {
  readonly clock: VirtualClock;
  readonly world: World;
  /** Address of the simulated compute cloud. */
  readonly url: string;
  /** Ports with a viewer key, for `watch`. */
  readonly viewer: Omit<ActPorts, 'notifiers'>;
  /** Ports with an editor key, for `act`. */
  readonly editor: Omit<ActPorts, 'notifiers'>;
  close(): Promise<void>;
};

export type RigOptions = {
  readonly scenario: Scenario;
  readonly log: Log;
  readonly faults?: readonly Fault[];
};

const viewerKey = 'simulated-viewer-key';
const editorKey = 'simulated-editor-key';
const table = 'spendwatch';
/** The name of the project that has a Prometheus; the others have no GPU signals. */
const trains = 'ml-infra';

/** The name of the connection of the second cloud; that of the first is unnamed. */
const second = ConnectionName.parse('runpod');

/** Starts everything that the jobs need on this machine, on free ports. */
export async function startRig({ scenario, log, faults = [] }: RigOptions): Promise<Rig> {
  const clock = virtualClock(scenario.start);
  const world = createWorld({ seed: scenario.seed, clock, events: scenario.events });
  const keys = [
    { key: viewerKey, role: 'viewer' },
    { key: editorKey, role: 'editor' },
  ] as const;
  const [simulator, pods, embedded] = await Promise.all([
    serveSimulator({ world, keys, faults }),
    serveRunpod({ world: simulatedPods(scenario.seed, clock), keys: simulatedKeys }),
    startEmbeddedLedger({ table }),
  ]);
  const ledger = dynamoLedger({ client: embedded.client, table });
  // The simulated platforms have no rate limit unless configured, and virtual minutes are short.
  const options = { clock, random: seededChance(scenario.seed), requestsPerMinute: 1_000_000, log };
  const opened: { close(): Promise<void> }[] = [];
  const open = (cloud: CloudName, address: string, key: string): Connection['provider'] => {
    const connection = openCloud(cloud, { ...options, baseUrl: address });
    opened.push(connection);
    return connection.cloud(async () => key);
  };
  const createPorts = (key: string): Omit<ActPorts, 'notifiers'> => ({
    clock,
    ledger,
    log,
    signals: [simulatedGpus(world, trains)],
    connections: [
      unnamedConnection(open('compute', simulator.url, key)),
      { name: second, provider: open('runpod', pods.url, key), address: pods.url },
    ],
  });
  return {
    clock,
    world,
    url: simulator.url,
    viewer: createPorts(viewerKey),
    editor: createPorts(editorKey),
    close: async () => {
      await Promise.all(opened.map((connection) => connection.close()));
      await Promise.all([simulator.close(), pods.close(), embedded.close()]);
    },
  };
}

/** Returns a seeded random function, so that retries wait equally long in every run. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
