import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { type Instant, instant } from '../../model/time/time.ts';
import { simulationFile } from '../../service/ledger/data-folder.ts';
import type { Process } from '../process.ts';

/**
 * The time of a simulated ledger: a simulated instant, the real instant at which it was reached, and the speed since.
 */
const SimulatedTime = z.strictObject({ at: z.number(), real: z.number(), speed: z.number() });
export type SimulatedTime = z.infer<typeof SimulatedTime>;

export const timeAt = ({ at, real, speed }: SimulatedTime, now: Instant): Instant =>
  instant(Math.floor(at + (now - real) * speed));

/** The policy of a simulated ledger, which may be edited while it runs. */
export const simulatedPolicy = (data: string): string => join(data, 'policy.yaml');

export const writeSimulatedTime = (data: string, time: SimulatedTime): Promise<void> =>
  writeFile(join(data, simulationFile), JSON.stringify(time));

/** Returns the clock and the policy of a simulated ledger, which a command on it uses instead of its own. */
export async function onSimulated(self: Process, command: Command): Promise<Partial<Process>> {
  const { data = self.environment['SPENDWATCH_DATA'] || '.spendwatch', table } = command.opts();
  if (!command.options.some(({ long }) => long === '--table')) return {};
  if (table !== undefined || self.environment['SPENDWATCH_LEDGER_TABLE']) return {};
  const text = await readFile(join(data, simulationFile), 'utf8').catch(() => null);
  if (text === null) return {};
  const time = SimulatedTime.parse(JSON.parse(text));
  const real = self.clock;
  return {
    clock: { ...real, now: () => timeAt(time, real.now()) },
    environment: { ...self.environment, SPENDWATCH_POLICY: simulatedPolicy(data) },
  };
}
