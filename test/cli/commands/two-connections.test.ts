import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { instant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const keys = { research: markedKey('research'), old: markedKey('old') };
const policy = `version: 1
rules:
  - { name: all of us, budget: 100 USD a month, shared: true, match: { project: "*" } }
  - { name: of research, budget: 1 USD a month, match: { connection: research } }
`;

let folder: string;
let clock: VirtualClock;
let clouds: { readonly research: RunningSimulator; readonly old: RunningSimulator };

/** An account with a project of the same name as that of the other, and a VM of ten dollars an hour. */
function serve(key: string, priceHr: string): Promise<RunningSimulator> {
  const before = '2026-03-01T09:00:00Z';
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    newVm(before, 'lab', 'vm-1', { priceHr }),
  ];
  return serveSimulator({ world: createWorld({ seed: 1, clock, events }), keys: [{ key, role: 'editor' }] });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-two-'));
  clock = virtualClock(instant(Date.parse('2026-03-01T12:34:56Z')));
  clouds = { research: await serve(keys.research, '10'), old: await serve(keys.old, '4') };
  await writeFile(join(folder, 'policy.yaml'), policy);
  for (const [name, key] of Object.entries(keys))
    await writeFile(join(folder, `${name}.key`), key, { mode: 0o600 });
  const connection = (name: keyof typeof clouds) =>
    `  - name: ${name}\n    address: ${clouds[name].url}\n    viewer-key: file:${name}.key\n`;
  await writeFile(
    join(folder, 'settings.yaml'),
    `policy: policy.yaml\ndata: ledger\nconnections:\n${connection('research')}${connection('old')}`,
  );
});

afterEach(async () => {
  await Promise.all(Object.values(clouds).map((cloud) => cloud.close()));
  await rm(folder, { recursive: true });
});

async function command(...words: readonly string[]) {
  const environment = { SPENDWATCH_SETTINGS: join(folder, 'settings.yaml') };
  const ran = await runCommand({ arguments: words, environment, clock });
  for (const key of Object.values(keys)) expect(ran.stdout + ran.stderr).not.toContain(key);
  return ran;
}

describe('two connections in a settings file', () => {
  it('are polled in one pass, with one budget over both and one of a single connection', async () => {
    const first = await command('once');
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toContain('lab (research)');
    expect(first.stdout).not.toContain('Project lab (old)');
    expect((await command('status')).stdout).toMatch(/lab \(old\)[\s\S]*lab \(research\)/);
    clock.advance(minutes(5));
    await command('once');
    const { stdout } = await command('export', '--format', 'focus', '--running');
    const rows = stdout.split('\n').filter((line) => line.includes('lab ('));
    for (const name of ['research', 'old'])
      expect(
        rows.some((row) => row.includes(`project@${name}/lab/vm/vm-1`) && row.endsWith(`,${name}`)),
      ).toBe(true);
  });

  it('are independent where the key of one is refused', async () => {
    await command('once');
    clock.advance(minutes(5));
    await writeFile(join(folder, 'old.key'), markedKey('revoked'), { mode: 0o600 });
    const second = await command('once', '--json');
    expect(second.code).toBe(2);
    const { blindSpots, watch } = z
      .object({ blindSpots: z.array(z.looseObject({ because: z.string() })), watch: z.looseObject({}) })
      .parse(JSON.parse(second.stdout));
    expect(JSON.stringify(blindSpots)).toContain('old');
    expect(JSON.stringify(blindSpots)).not.toContain('project@research/lab');
    expect(watch).toMatchObject({ failed: 0, cloud: 'unauthenticated' });
    const status = await command('status', '--json');
    expect(status.stdout).toContain('project@research/lab');
  });

  it('are independent where the key of one cannot be read', async () => {
    await rm(join(folder, 'old.key'));
    const { code, stdout, stderr } = await command('once');
    expect(code).toBe(2);
    expect(stdout).toContain('lab (research)');
    expect(stderr).toMatch(/cannot read the key file .*old\.key: no such file/);
  });

  it('are each checked by doctor', async () => {
    await rm(join(folder, 'old.key'));
    const { code, stdout } = await command('doctor');
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /connection research\n[\s\S]*connection old\nAPI key +no +cannot read the key file/,
    );
  });
});
