import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../lib/cli/main.ts';
import type { Clock } from '../../lib/jobs/ports.ts';
import { later, minutes, type Span } from '../../lib/model/time/time.ts';
import { holdLedger } from '../../lib/service/ledger/open-ledger.ts';
import { type ServeOptions, serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../lib/simulators/compute/world/world.ts';
import type { ScriptedEvent } from '../../lib/simulators/compute/world/world-event.ts';
import { markedKey } from './api-key.ts';
import { at } from './at.ts';
import { keptStream } from './commands/kept-stream.ts';

export type Shown = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A ledger in a folder that `spendwatch once` has filled, for commands on it. */
export type FilledLedger = {
  readonly folder: string;
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: VirtualClock;
  /** Runs a command as in a pipe. */
  run(...given: readonly string[]): Promise<Shown>;
  /** Runs a command as on a terminal of that width, without color unless requested. */
  show(columns: number, ...given: readonly string[]): Promise<Shown>;
  /** Runs a command as in a pipe, some time later without polls in between. */
  runLater(by: Span, ...given: readonly string[]): Promise<Shown>;
  close(): Promise<void>;
};

export type FillOptions = {
  readonly from: string;
  readonly passes: number;
  readonly events: readonly ScriptedEvent[];
  readonly policy: string;
  readonly faults?: ServeOptions['faults'];
  readonly without?: ServeOptions['without'];
};

/** Fills a ledger by passes five minutes apart over a simulated cloud. */
export async function fillLedger(options: FillOptions): Promise<FilledLedger> {
  const { from, passes, events, policy, faults = [], without = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-reading-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  const clock = virtualClock(at(from));
  const key = markedKey('reading');
  const world = createWorld({ seed: 1, clock, events });
  const simulator = await serveSimulator({ world, keys: [{ key, role: 'editor' }], faults, without });
  const data = join(folder, 'ledger');
  const environment = {
    SPENDWATCH_CLOUD_URL: simulator.url,
    SPENDWATCH_API_KEY: key,
    SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
  };
  const start = async (given: readonly string[], terminal = {}, time: Clock = clock): Promise<Shown> => {
    const [stdout, stderr] = [keptStream(), keptStream()];
    const code = await main({
      arguments: [...given, '--data', data],
      environment,
      clock: time,
      stdout: Object.assign(stdout, terminal),
      stderr,
      signal: new AbortController().signal,
    });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };
  for (let pass = 0; pass < passes; pass += 1) {
    // A terminal counts as a receiver of announcements.
    const { code, stderr } = await start(['once'], { isTTY: true });
    if (code === 2) throw new Error(stderr);
    if (pass < passes - 1) clock.set(later(clock.now(), minutes(5)));
  }
  clock.set(later(clock.now(), minutes(2)));
  // The ledger is held as by `spendwatch run`, so that not every command must open it.
  const held = await holdLedger(data, 'spendwatch');
  return {
    folder,
    data,
    environment,
    clock,
    run: (...given) => start(given),
    runLater: (by, ...given) => start(given, {}, { ...clock, now: () => later(clock.now(), by) }),
    show: (columns, ...given) => start(given, { isTTY: true, columns }),
    close: async () => {
      await held.close();
      await simulator.close();
      await rm(folder, { recursive: true });
    },
  };
}
