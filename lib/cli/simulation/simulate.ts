import { readdir, rm, writeFile } from 'node:fs/promises';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { isAddressVariable } from '../../config/settings/addresses.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { demoPolicyText } from '../../demo/demo-policy.ts';
import type { Clock } from '../../jobs/ports.ts';
import { type Instant, later, milliseconds, type Span } from '../../model/time/time.ts';
import { holdsLedger } from '../../service/ledger/check-ledger-files.ts';
import { makeDataFolder, simulationFile } from '../../service/ledger/data-folder.ts';
import { holdDirectory } from '../../service/ledger/hold-directory.ts';
import { scenarioOf } from '../../simulators/compute/scenarios.ts';
import { serveSimulator } from '../../simulators/compute/serve.ts';
import { createWorld } from '../../simulators/compute/world/world.ts';
import type { Process } from '../process.ts';
import { type SimulatedTime, simulatedPolicy, timeAt, writeSimulatedTime } from './simulated-time.ts';

export type Simulation = {
  /** The process with the simulated cloud, its keys and its clock, and with routes only where they are asked for. */
  readonly self: Process;
  /** The machine's own clock; simulated time runs ahead of it. */
  readonly machineClock: Clock;
  /** Records the time for the commands on the ledger. */
  keepTime(): Promise<void>;
  close(): Promise<void>;
};

type Simulating = {
  readonly data: string;
  readonly speed: number;
  readonly ahead: Span;
  /** True if messages go over the routes of the environment. */
  readonly routes: boolean;
};

const keys = [
  { key: 'simulated-viewer-key', role: 'viewer' },
  { key: 'simulated-editor-key', role: 'editor' },
] as const;

/**
 * Starts a simulated cloud for `run`, with a new ledger and the demo's policy in the folder. The first hours pass as
 * fast as they can be polled, the rest at the given speed.
 * @throws SettingsError when the folder holds the ledger of a real cloud.
 */
export async function simulate(
  self: Process,
  { data, speed, ahead, routes }: Simulating,
): Promise<Simulation> {
  await clearFolder(data);
  const scenario = scenarioOf('demo', 1);
  const clock = fastFirst(self.clock, { start: scenario.start, ahead, speed });
  await makeDataFolder(data, 'simulated');
  await writeSimulatedTime(data, clock.time());
  await writeFile(simulatedPolicy(data), await demoPolicyText());
  const world = createWorld({ seed: scenario.seed, clock, events: scenario.events });
  const simulator = await serveSimulator({ world, keys });
  const others = Object.entries(self.environment).filter(
    ([name]) => !name.startsWith('SPENDWATCH_') || (routes && isAddressVariable(name)),
  );
  const environment = {
    ...Object.fromEntries(others),
    SPENDWATCH_CLOUD_URL: simulator.url,
    SPENDWATCH_API_KEY: keys[0].key,
    SPENDWATCH_ACT_KEY: keys[1].key,
    SPENDWATCH_POLICY: simulatedPolicy(data),
    SPENDWATCH_REQUESTS_PER_MINUTE: '100000',
  };
  return {
    self: { ...self, clock, environment },
    machineClock: self.clock,
    keepTime: () => writeSimulatedTime(data, clock.time()),
    close: async () => {
      await simulator.close();
      await writeSimulatedTime(data, { ...clock.time(), speed: 0 });
    },
  };
}

/** Empties a folder with the ledger of an earlier simulation. */
async function clearFolder(data: string): Promise<void> {
  const names = await readdir(data).catch((): string[] => []);
  if (names.length === 0) return;
  if (names.includes(simulationFile)) {
    // Fails while the simulation is still running on it.
    const release = await holdDirectory(data);
    await release();
    return rm(data, { recursive: true });
  }
  if (!(await holdsLedger(data))) return;
  const message = `names a folder with the ledger of a real cloud: ${data}; choose another one for the simulation`;
  throw wrongSetting('--data', message);
}

type ClockOptions = { readonly start: Instant; readonly ahead: Span; readonly speed: number };

/**
 * Returns a clock that skips every sleep until it is `ahead` of its start, and then runs at a multiple of real time.
 */
function fastFirst(real: Clock, { start, ahead, speed }: ClockOptions): Clock & { time(): SimulatedTime } {
  const end = later(start, ahead);
  let time: SimulatedTime = { at: start, real: real.now(), speed: 0 };
  const now = () => timeAt(time, real.now());
  return {
    now,
    time: () => ({ ...time, at: now(), real: real.now() }),
    sleep: async (span, signal) => {
      if (time.speed > 0) return real.sleep(milliseconds(span / speed), signal);
      await turnOfLoop();
      const at = later(now(), span);
      time = { at, real: real.now(), speed: at >= end ? speed : 0 };
    },
  };
}
