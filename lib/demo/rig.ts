import { openCloud } from '../clouds/open.ts';
import { type ActPorts, type Log, unnamedConnection } from '../jobs/ports.ts';
import { dynamoLedger } from '../record/dynamo-ledger.ts';
import { startEmbeddedLedger } from '../service/ledger/embedded-ledger.ts';
import type { Scenario } from '../simulators/compute/scenario.ts';
import { serveSimulator } from '../simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../simulators/compute/virtual-clock.ts';
import { createWorld, type World } from '../simulators/compute/world/world.ts';
import type { Fault } from '../simulators/http/faults.ts';
import { simulatedGpus } from './simulated-gpus.ts';

/** A simulated cloud over real HTTP, a ledger over the DynamoDB protocol, and their shared clock. */
export type Rig = {
  readonly clock: VirtualClock;
  readonly world: World;
  /** Address of the simulated cloud. */
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
/** The project that has a Prometheus; the others have no signals of GPUs. */
const trains = 'ml-infra';

/** Starts everything that the jobs need on this machine, on free ports. */
export async function startRig({ scenario, log, faults = [] }: RigOptions): Promise<Rig> {
  const clock = virtualClock(scenario.start);
  const world = createWorld({ seed: scenario.seed, clock, events: scenario.events });
  const keys = [
    { key: viewerKey, role: 'viewer' },
    { key: editorKey, role: 'editor' },
  ] as const;
  const simulator = await serveSimulator({ world, keys, faults });
  const embedded = await startEmbeddedLedger({ table });
  const ledger = dynamoLedger({ client: embedded.client, table });
  // The simulated platform has no rate limit unless configured, and virtual minutes are short.
  const asked = {
    baseUrl: simulator.url,
    clock,
    random: seededChance(scenario.seed),
    requestsPerMinute: 1_000_000,
    log,
  };
  const clouds = { viewer: openCloud('compute', asked), editor: openCloud('compute', asked) };
  const signals = [simulatedGpus(world, trains)];
  return {
    clock,
    world,
    url: simulator.url,
    viewer: {
      clock,
      ledger,
      log,
      signals,
      connections: [unnamedConnection(clouds.viewer.cloud(async () => viewerKey))],
    },
    editor: {
      clock,
      ledger,
      log,
      signals,
      connections: [unnamedConnection(clouds.editor.cloud(async () => editorKey))],
    },
    close: async () => {
      await Promise.all([clouds.viewer.close(), clouds.editor.close()]);
      await Promise.all([simulator.close(), embedded.close()]);
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
