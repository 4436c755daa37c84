import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { later, minutes } from '../../lib/model/time/time.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { when } from '../../lib/simulators/compute/scenario.ts';
import { type Figure, ms } from './figure.ts';
import { sized } from './scale.ts';

const table = 'bench';
const vms = 100;
const start = when('2026-03-17T06:00:00Z');
/** Until the heads hold as many observations as they ever do, and have written them. */
const polls = sized(15, 4);
/** As Lambda starts Node in a function of 512 MB. */
const asOnLambda = ['--max-old-space-size=461', '--max-semi-space-size=25'];
const rules = `version: 1
rules:
  - { name: budget, budget: 50000 USD a month }
  - { name: idle, idle: 4h, then: [{ stop: after 1h }] }
`;

const Ready = z.object({ port: z.number() });
const Polled = z.object({ watching: z.number(), acting: z.number(), peak: z.number() });

/** Whole runs of both functions over many projects, every VM sampled: what they take of processor and memory. */
export async function benchRun(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const projects of sized([100, 1_000], [2])) figures.push(...(await runs(projects)));
  return figures;
}

async function runs(projects: number): Promise<Figure[]> {
  const started: ChildProcess[] = [];
  const startProcess = (file: string, given: readonly (string | number)[], flags: readonly string[] = []) => {
    const execArgv = [...flags, '--import', 'tsx'];
    const child = fork(join(import.meta.dirname, file), given.map(String), { execArgv });
    started.push(child);
    return child;
  };
  const ledger = await startEmbeddedLedger({ table });
  try {
    const cloud = startProcess('wire-cloud.ts', [projects, vms]);
    const { port } = Ready.parse((await once(cloud, 'message'))[0]);
    const given = [`http://127.0.0.1:${port}`, ledger.endpoint, table, rules, start];
    const functions = startProcess('cost/functions.ts', given, asOnLambda);
    const ended = once(functions, 'exit').then(([code]) =>
      Promise.reject(new Error(`it ended with ${code}`)),
    );
    const answer = async () => (await Promise.race([once(functions, 'message'), ended]))[0];
    await answer();
    const taken: z.infer<typeof Polled>[] = [];
    for (let poll = 0; poll < polls; poll += 1) {
      const at = later(start, minutes(5 * poll));
      cloud.send({ at });
      functions.send({ at });
      taken.push(Polled.parse(await answer()));
    }
    // The first poll knows no VM to sample, and the second samples all of them at once.
    const usual = taken.slice(2);
    const each = (figure: (one: z.infer<typeof Polled>) => number) =>
      usual.reduce((sum, one) => sum + figure(one), 0) / usual.length / projects;
    return [
      {
        what: `a poll of ${projects} projects x ${vms} VMs, every VM sampled, CPU a project`,
        figure: `${ms(each(({ watching }) => watching))} to watch, ${ms(each(({ acting }) => acting))} to act`,
      },
      {
        what: 'most memory of the process until then, heap held to 461 MB',
        figure: `${Math.round(Math.max(...taken.map(({ peak }) => peak)))} MB`,
        ...(projects === 1_000 && { goal: '≤ 512 MB' }),
      },
    ];
  } finally {
    for (const child of started) child.disconnect();
    await Promise.all(started.map((child) => child.exitCode ?? once(child, 'exit')));
    await ledger.close();
  }
}
