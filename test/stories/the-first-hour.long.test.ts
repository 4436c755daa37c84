import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { main } from '../../lib/cli/main.ts';
import { chargeToMoney } from '../../lib/model/money/money.ts';
import { minutes } from '../../lib/model/time/time.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld, type World } from '../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import { markedKey } from '../support/api-key.ts';
import { at } from '../support/at.ts';
import { keptStream } from '../support/commands/kept-stream.ts';

const opened = '2026-02-03T08:00:00Z';
const events = [
  happens(opened, { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit: '5000' }),
  happens(opened, { kind: 'create-project', id: 'lab', account: 'main' }),
  happens(opened, { kind: 'create-project', id: 'shop', account: 'main' }),
  newVm(opened, 'lab', 'server', { priceHr: '0.3217' }),
  newVm('2026-02-11T23:59:59Z', 'lab', 'trainer', { priceHr: '1.618034' }),
  newVm('2026-03-01T06:15:37Z', 'shop', 'batch', { priceHr: '2.4' }),
  happens('2026-03-09T21:07:09Z', { kind: 'terminate-vm', project: 'shop', vm: 'batch' }),
] as const;

let folder: string;
let clock: VirtualClock;
let world: World;
let simulator: RunningSimulator;
const key = markedKey('first-hour');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-first-hour-'));
  clock = virtualClock(at('2026-03-10T14:02:00Z'));
  world = createWorld({ seed: 1, clock, events });
  simulator = await serveSimulator({ world, keys: [{ key, role: 'editor' }] });
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** Runs a command on a terminal, as a new user would. */
async function spendwatch(...given: readonly string[]): Promise<string> {
  const [stdout, stderr] = [keptStream(), keptStream()];
  const code = await main({
    arguments: given,
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: join(folder, 'spendwatch.yaml'),
      SPENDWATCH_DATA: join(folder, 'ledger'),
    },
    clock,
    stdout: Object.assign(stdout, { isTTY: true, columns: 120 }),
    stderr,
    signal: new AbortController().signal,
  });
  expect({ given, code: code > 1 ? stderr.text() : 'well' }).toEqual({ given, code: 'well' });
  return stdout.text();
}

it('in the first hour over a month-old account, every figure is complete or states which part it covers', async () => {
  expect(await spendwatch('init')).toContain('2 projects, 1 billing account');
  const data = ['--data', join(folder, 'ledger')];
  for (let pass = 0; pass < 12; pass += 1) {
    await spendwatch('once', ...data);
    clock.advance(minutes(5));
  }

  // What the platform reported, what was measured since, and an estimate for the minutes in between.
  const bill = (from: string, until: string) =>
    Number(chargeToMoney(world.bill(at(from), at(until), {}).total).toFixed(2));
  const whole = bill('2026-03-01T00:00:00Z', '2026-03-10T14:57:00Z');
  const spend = JSON.parse(await spendwatch('spend', '--by', 'project', '--json', ...data));
  expect(Math.abs(Number(spend.total) - whole)).toBeLessThan(0.1);
  // The last hours of the bill are not known by the hour yet.
  expect(Number(spend.beyondHours)).toBeGreaterThan(1.9);
  expect(spend.coverage).toHaveLength(2);
  for (const { watchedSeconds } of spend.coverage) expect(watchedSeconds).toBeLessThan(3_600);
  expect(await spendwatch('spend', ...data)).toContain('of this month is of no hour: billed for the month');

  const status = await spendwatch('status', ...data);
  const [, toDate = ''] = /([\d,.]+) USD \(.*\) this month, 1\.94 USD\/h now/.exec(status) ?? [];
  expect(Math.abs(Number(toDate.replaceAll(',', '')) - whole)).toBeLessThan(0.1);
  expect(status).toMatch(/Account main: .*runway 68 d/);

  const why = await spendwatch('explain', 'lab/trainer', ...data);
  expect(why).toMatch(/verdict +unknown: not enough data: monitored since .+; this rule can judge it from /);
  expect(why).not.toMatch(/\d\.\d{3}Z/);
});
