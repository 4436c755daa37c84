import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Order, SeedResult } from './hunt.ts';

/** The first argument of a process that runs seeds for another one. */
export const hunterArgument = 'hunter';

export type HuntersOptions = {
  readonly from: number;
  /** The simulated hours of all targets together, after which no further seed begins. */
  readonly hours: number;
  readonly mostFailures: number;
  readonly order: Omit<Order, 'seed'>;
  /** The results of seeds that ran before, which are not run again. */
  readonly known: ReadonlyMap<number, SeedResult>;
  readonly onSeed: (result: SeedResult) => void;
  readonly processes?: number;
};

/** Runs seeds in order in as many processes as there are cores. @returns the processor time that they took, in milliseconds */
export async function huntInProcesses({
  from,
  hours,
  mostFailures,
  order,
  known,
  onSeed,
  processes = availableParallelism(),
}: HuntersOptions): Promise<number> {
  let seed = from;
  let lived = 0;
  let failures = 0;
  let cpu = 0;
  const take = (result: SeedResult): void => {
    lived += result.targetHours;
    if (result.failure !== null) failures += 1;
    onSeed(result);
  };
  /** Returns the next seed that was not run before; `null` at the end. */
  const next = (): number | null => {
    for (; lived < hours && failures < mostFailures; seed += 1) {
      const result = known.get(seed);
      if (result === undefined) return seed++;
      take(result);
    }
    return null;
  };

  async function follow(hunter: ChildProcess): Promise<void> {
    const ended = once(hunter, 'exit').then(([code]) => {
      throw new Error(`a process of the simulation ended with ${code}`);
    });
    ended.catch(() => {});
    for (let own = next(); own !== null; own = next()) {
      hunter.send({ ...order, seed: own });
      const [answer] = await Promise.race([once(hunter, 'message'), ended]);
      cpu += answer.cpu;
      take(answer.result);
    }
    hunter.disconnect();
  }

  const hunters = Array.from({ length: processes }, () =>
    fork(fileURLToPath(import.meta.url), [hunterArgument], { serialization: 'advanced' }),
  );
  await Promise.all(hunters.map(follow));
  return cpu;
}

/** Runs the seeds that the parent process orders, until it lets go. */
export function followOrders(hunt: (order: Order) => Promise<SeedResult>): void {
  process.on('message', async (order: Order) => {
    const before = process.cpuUsage();
    const result = await hunt(order);
    const { user, system } = process.cpuUsage(before);
    process.send?.({ result, cpu: (user + system) / 1_000 });
  });
}
