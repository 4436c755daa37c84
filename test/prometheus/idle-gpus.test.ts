import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hours, instant, isoInstant, later, milliseconds, minutes } from '../../lib/model/time/time.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../lib/simulators/compute/world/world.ts';
import { markedKey } from '../support/api-key.ts';
import { runCommand } from '../support/commands/run-command.ts';
import { rudeService } from '../support/rude-service.ts';
import { aPrometheus, hasPrometheus, type Sample } from './a-prometheus-server.ts';

const isThere = hasPrometheus();
if (!isThere) process.stderr.write('Skipped: no Prometheus here; install the package "prometheus".\n');

const policy = `version: 1
mode: enforce
protect: [{ younger-than: 1m }]
caps: { per-run: 5, per-day: 5, share: 100% }
rules:
  - name: idle GPUs
    idle: 12h
    gpu-window: 30m
    guest-ping: ignored
    then: [{ stop: after 15m }]
alerts: { routes: [{ to: webhook }] }
`;

it.skipIf(!isThere)(
  'a VM that a real Prometheus shows idle is announced and stopped, a busy one left alone',
  { timeout: 240_000 },
  async () => {
    // Prometheus takes no samples of the future.
    const start = instant(Math.floor((Date.now() - hours(5)) / minutes(5)) * minutes(5));
    const clock = virtualClock(start);
    const before = isoInstant(later(start, milliseconds(-hours(8))));
    const size = {
      vcpus: 96,
      memoryGib: 768,
      gpus: 2,
      machineType: 'sapphire-rapids-h100',
      workload: { kind: 'constant', cpu: 3, network: 500 } as const,
    };
    const events = [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm(before, 'lab', 'forgotten', size),
      newVm(before, 'lab', 'training', size),
      newVm(before, 'lab', 'unknown', size),
    ];
    const key = markedKey('prometheus');
    const world = createWorld({ seed: 7, clock, events });
    const simulator = await serveSimulator({ world, keys: [{ key, role: 'editor' }] });
    const prometheus = await aPrometheus();
    const messages: string[] = [];
    const receiver = await rudeService((response, { body }) => {
      messages.push(body);
      response.end('{}');
    });
    const folder = await mkdtemp(join(tmpdir(), 'spendwatch-signals-'));
    onTestFinished(async () => {
      await Promise.all([simulator.close(), prometheus.close(), rm(folder, { recursive: true })]);
    });
    await writeFile(join(folder, 'policy.yaml'), policy);
    const once = () =>
      runCommand({
        arguments: ['once', '--data', join(folder, 'ledger')],
        environment: {
          SPENDWATCH_CLOUD_URL: simulator.url,
          SPENDWATCH_API_KEY: key,
          SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
          SPENDWATCH_USAGE_INTERVAL: '5m',
          SPENDWATCH_WEBHOOK_URL: receiver.url,
          SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
          SPENDWATCH_PROMETHEUS_URL: prometheus.url,
        },
        clock,
      });
    const stateOf = async (vm: string) => {
      const reply = await fetch(`${simulator.url}/v1/projects/lab/vms/${vm}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return /"state": ?"(\w+)"/.exec(await reply.text())?.[1];
    };
    let stoppedAt: number | null = null;
    for (let minute = 0; minute < 120 && stoppedAt === null; minute += 5) {
      await prometheus.scrape(samplesOf(clock.now()));
      clock.advance(minutes(5));
      const { code, stderr } = await once();
      expect([0, 1], stderr).toContain(code);
      if ((await stateOf('forgotten')) !== 'ACTIVE') stoppedAt = minute;
    }
    // Half an hour of idle GPUs, a quarter of an hour of grace, and what samples are late.
    expect(stoppedAt).toBeGreaterThanOrEqual(40);
    expect(stoppedAt).toBeLessThanOrEqual(70);
    expect([await stateOf('training'), await stateOf('unknown')]).toEqual(['ACTIVE', 'ACTIVE']);
    const told = messages.join('\n');
    expect(told).toContain('140 GiB of GPU memory allocated, 0 % busy for 30 min: probably a notebook');
    expect(told).not.toContain('vm/training');
    expect(told).not.toContain('vm/unknown');
  },
);

/** Five minutes of two machines, every half minute, of which one works for a moment; of a third one GPU is known alone. */
function samplesOf(from: number): Sample[] {
  return Array.from({ length: 10 }, (_, index) => {
    const at = from + (index + 1) * 30_000;
    const busy = index === 4 ? 99 : 0;
    return [
      ...dcgm('forgotten', 0, 0, at),
      ...dcgm('forgotten', 1, 0, at),
      ...dcgm('training', 0, 0, at),
      ...dcgm('training', 1, busy, at),
      ...dcgm('unknown', 0, 0, at),
    ];
  }).flat();
}

function dcgm(host: string, gpu: number, busy: number, at: number): Sample[] {
  const labels = `gpu="${gpu}",UUID="GPU-${host}-${gpu}",device="nvidia${gpu}",modelName="NVIDIA H100 80GB HBM3",Hostname="${host}",instance="${host}:9400"`;
  return [
    { metric: 'DCGM_FI_DEV_GPU_UTIL', labels, value: busy, at },
    { metric: 'DCGM_FI_DEV_FB_USED', labels, value: 73_728, at },
  ];
}
