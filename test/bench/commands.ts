import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startRig } from '../../lib/demo/rig.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { beginningAt } from '../../lib/simulators/compute/scenario.ts';
import { scenarioOf } from '../../lib/simulators/compute/scenarios.ts';
import { type Figure, ms } from './figure.ts';
import { sized } from './scale.ts';

const turns = sized(5, 1);
const root = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);
const tellsTime = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(String((user + system) / 1000));
})`;
const commands = [['--help'], ['status'], ['spend']] as const;

/** The processor time of commands on the ledger of one pass over the demo's cloud: from the sources, and as `npm run build` makes them. */
export async function benchCommands(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-bench-'));
  // The command line has the clock of this machine, and refuses a cloud that has another.
  const scenario = beginningAt(scenarioOf('demo', 1), systemClock.now());
  const rig = await startRig({ scenario, log: () => {} });
  try {
    await execute(process.execPath, ['--import', 'tsx', 'bin/build.ts'], { cwd: root });
    await copyFile(join(root, 'lib/demo/demo.yaml'), join(folder, 'spendwatch.yaml'));
    const env = {
      PATH: process.env['PATH'],
      SPENDWATCH_CLOUD_URL: rig.url,
      SPENDWATCH_API_KEY: 'simulated-viewer-key',
    };
    const built = [join(root, 'bin/spendwatch.mjs')];
    const sources = [
      '--import',
      join(root, 'node_modules/tsx/dist/esm/index.mjs'),
      join(root, 'bin/spendwatch.ts'),
    ];
    /** Processor time of a process, in milliseconds: other work on the machine adds less to it than to the time of day. */
    const time = async (given: readonly string[]): Promise<number> => {
      const { stderr } = await execute(process.execPath, ['--import', tellsTime, ...given], {
        cwd: folder,
        env,
      });
      return Number(/([\d.]+)$/.exec(stderr)?.[1]);
    };
    // Its exit code means that messages were sent.
    await time([...built, 'once']).catch(() => {});
    const { stdout } = await execute(process.execPath, [...built, 'status'], { cwd: folder, env });
    if (!stdout.includes('USD/h')) throw new Error(`the ledger has no data:\n${stdout}`);
    const least = async (given: readonly string[]): Promise<number> => {
      let best = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < turns; turn += 1) best = Math.min(best, await time(given));
      return best;
    };
    const bare = await least(['--eval', '']);
    const figures: Figure[] = [{ what: 'Node alone', figure: ms(bare) }];
    for (const command of commands)
      figures.push({
        what: `spendwatch ${command.join(' ')}`,
        figure: `${ms(await least([...built, ...command]))} built, ${ms(await least([...sources, ...command]))} from its sources`,
        goal: '≤ 500 ms built',
      });
    return figures;
  } finally {
    await rig.close();
    await rm(folder, { recursive: true });
  }
}
