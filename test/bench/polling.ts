import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import * as z from 'zod';
import { listVms } from '../../lib/clouds/compute/contract/vms.ts';
import { connectClient, usualInFlight } from '../../lib/clouds/http/client.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { ProjectId } from '../../lib/model/ids.ts';
import type { Figure } from './figure.ts';
import { sized } from './scale.ts';

const projects = sized(1_000, 20);
const vms = 100;
const latency = 50;
/** The client's own limit, and that of the goal. */
const limits = [usualInFlight, 50];
const runs = sized(5, 1);

const Ready = z.object({ port: z.number(), bytes: z.number() });

/** Asking for the VMs of every project over real HTTP, against the time that the latency alone would take. */
export async function benchPolling(): Promise<Figure[]> {
  const platform = fork(join(import.meta.dirname, 'polled-cloud.ts'), [projects, vms, latency].map(String), {
    execArgv: ['--import', 'tsx'],
  });
  const exited = once(platform, 'exit');
  try {
    const started = await Promise.race([once(platform, 'message'), exited]);
    const { port, bytes } = Ready.parse(started[0]);
    const figures: Figure[] = [{ what: `a reply of ${vms} VMs`, figure: `${Math.round(bytes / 1_024)} KiB` }];
    for (const inFlight of limits) {
      figures.push(...(await pollAll(`http://127.0.0.1:${port}`, inFlight)));
    }
    return figures;
  } finally {
    platform.disconnect();
    await exited;
  }
}

async function pollAll(baseUrl: string, inFlight: number): Promise<Figure[]> {
  const ideal = (projects * latency) / inFlight;
  const cloud = connectClient({
    baseUrl,
    apiKey: 'a-key-of-the-bench',
    clock: systemClock,
    random: Math.random,
    requestsPerMinute: 1e6,
    inFlight,
  });
  const { time, cpu } = await measure(async (nth) => {
    const { items, flaws } = await cloud.list(listVms, { projectId: ProjectId.parse(`p-${nth}`) });
    if (items.length !== vms || flaws.length > 0) throw new TypeError('not what was asked for');
  });
  await cloud.close();
  const floor = await unread(baseUrl, inFlight);
  const seconds = (span: number) => `${(span / 1_000).toFixed(2)} s`;
  return [
    {
      what: `${projects} requests of ${latency} ms, ${inFlight} in flight`,
      figure: `${seconds(time)}, ideal ${seconds(ideal)}: ${(ideal / time).toFixed(2)} of the bound`,
      goal: '≥ 0.8',
    },
    {
      what: `CPU of the client, ${inFlight} in flight`,
      figure: `${cpu.toFixed(2)} ms a project, ${((cpu * 1_000) / vms).toFixed(1)} µs a VM`,
      goal: '≤ 1.5 ms a project',
    },
    {
      what: 'the same requests by the HTTP library alone, replies unread',
      figure: `${(ideal / floor.time).toFixed(2)} of the bound, ${floor.cpu.toFixed(2)} ms a project`,
    },
  ];
}

/** What this machine and the other process leave to be had. */
async function unread(baseUrl: string, inFlight: number): Promise<Measured> {
  const pool = new Pool(baseUrl, { connections: inFlight });
  const measured = await measure(async (nth) => {
    const { body } = await pool.request({ method: 'GET', path: `/v1/projects/p-${nth}/vms` });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  });
  await pool.close();
  return measured;
}

/** Medians, in milliseconds: of asking for all projects, and of the processor's time for one. */
type Measured = { readonly time: number; readonly cpu: number };

async function measure(ask: (nth: number) => Promise<void>): Promise<Measured> {
  const poll = () => Promise.all(Array.from({ length: projects }, (_, nth) => ask(nth)));
  await poll();
  const times: number[] = [];
  const cpus: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    await poll();
    const { user, system } = process.cpuUsage(before);
    times.push(performance.now() - start);
    cpus.push((user + system) / 1_000 / projects);
  }
  return { time: median(times), cpu: median(cpus) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
