import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpServer } from '../../lib/cli/mcp/mcp-server.ts';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { serveRunpod } from '../../lib/simulators/runpod/serve.ts';
import { findByName } from '../../lib/simulators/runpod/world/ids.ts';
import { createPod } from '../../lib/simulators/runpod/world/pods.ts';
import { statusOf } from '../../lib/simulators/runpod/world/state.ts';
import { createWorld } from '../../lib/simulators/runpod/world/world.ts';
import { aDashboard } from '../dashboard/a-dashboard.ts';
import { aPod, editor, start } from '../simulators/runpod/an-account.ts';
import { runCommand } from '../support/commands/run-command.ts';
import { keyWatch } from './shown-keys.ts';

const mark = 'planted-in-a-pod-Zq83nVx5';
const policy = `version: 1
mode: enforce
caps: { per-run: 3, per-day: 3, share: 100% }
rules:
  - { name: forgotten, idle: 30m, then: [{ stop: after 15m, may-erase: true }] }
  - { name: leftovers, waste: all, after: 1h }
  - { name: credit, runway: [72h] }
  - { name: budget, budget: 1 USD a month }
`;

describe('the environment, the arguments and the registry of a pod', () => {
  const watch = keyWatch([mark]);
  const clock = virtualClock(start);
  const env = { WANDB_API_KEY: mark, [`${mark}_NAME`]: 'x' };
  const compute = { kind: 'cpu', id: 'cpu3c', vcpus: 4 } as const;
  const pod = { ...aPod, compute, name: 'fine-tune', env, args: `--token ${mark}`, registry: mark };
  const world = createWorld({
    seed: 7,
    clock,
    credit: 200,
    script: [
      {
        at: earlier(start, hours(2)),
        happen: (state) => createPod(state, { ...pod, workload: { kind: 'abandoned' } }),
      },
    ],
  });
  const made = () => findByName(world.state().pods, pod.name);
  let folder = '';
  let environment: Record<string, string> = {};
  let simulator: Awaited<ReturnType<typeof serveRunpod>> | undefined;
  const seen: string[] = [];
  let messages = 0;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      messages += 1;
      show('webhook', JSON.stringify(request.headers) + body);
      response.end();
    });
  });

  function show(where: string, text: string): void {
    seen.push(text);
    watch.poll(where, text);
  }
  async function run(...words: string[]) {
    const { code, stdout, stderr } = await runCommand({ arguments: words, environment, clock });
    show(words.join(' '), stdout + stderr);
    return { code, stdout, stderr };
  }

  beforeAll(async () => {
    simulator = await serveRunpod({ world, keys: [editor] });
    await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
    folder = await mkdtemp(join(tmpdir(), 'spendwatch-pods-'));
    await writeFile(join(folder, 'policy.yaml'), policy);
    await writeFile(join(folder, 'key'), editor.key, { mode: 0o600 });
    environment = {
      SPENDWATCH_CLOUD: 'runpod',
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY_FILE: join(folder, 'key'),
      SPENDWATCH_ACT_KEY_FILE: join(folder, 'key'),
      SPENDWATCH_WEBHOOK_URL: `http://127.0.0.1:${portOf(receiver)}/`,
      SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      SPENDWATCH_DATA: join(folder, 'ledger'),
    };
    for (let poll = 0; poll < 15; poll += 1) {
      clock.set(later(start, minutes(5 * poll)));
      await run('once');
    }
  });
  afterAll(async () => {
    await simulator?.close();
    receiver.close();
    await rm(folder, { recursive: true });
  });

  it('are in the replies of the platform, and the pod was polled, alerted on and stopped', async () => {
    const reply = await fetch(`${simulator?.url}/v2/pods/${made().id}`, {
      headers: { Authorization: `Bearer ${editor.key}` },
    });
    expect((await reply.text()).split(mark).length - 1).toBe(4);
    expect(statusOf(made())).toBe('EXITED');
    expect(messages).toBeGreaterThan(1);
  });

  it('are in no message, log line, command or export', async () => {
    const reading = ['status', 'vms', 'idle', 'waste', 'alerts', 'budgets', 'actions', 'savings', 'spend'];
    for (const command of reading)
      for (const form of [[], ['--json']]) expect((await run(command, ...form)).code).toBeLessThan(2);
    await run('explain', 'pods/fine-tune');
    await run('doctor', '--json');
    for (const form of ['focus', 'csv', 'json']) await run('export', '--format', form);
    expect(watch.found()).toEqual([]);
  });

  it('are in no reply to an assistant', async () => {
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const { signal } = new AbortController();
    const server = mcpServer(
      { arguments: [], environment, clock, signal, ...streams },
      { writes: false, ledger: [`--data=${join(folder, 'ledger')}`], author: 'ada' },
    );
    const client = new Client({ name: 'test', version: '1' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      const given = name === 'explain' ? { asked: 'pods/fine-tune' } : {};
      show(`mcp ${name}`, JSON.stringify(await client.callTool({ name, arguments: given })));
    }
    await client.close();
    expect(tools.length).toBeGreaterThan(5);
    expect(watch.found()).toEqual([]);
  });

  it('are in no byte or record of the ledger, and in no reply of the dashboard', async () => {
    const place = join(folder, 'ledger');
    for (const entry of await readdir(place, { withFileTypes: true, recursive: true }))
      if (entry.isFile()) show(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'));
    const { client, close } = await startEmbeddedLedger({ path: place, table: 'spendwatch' });
    const ledger = dynamoLedger({ client, table: 'spendwatch' });
    const heads = await ledger.heads();
    show('heads', JSON.stringify(heads));
    for (const { target } of heads) {
      const range = [target, start, later(start, hours(12))] as const;
      show('observations', JSON.stringify(await ledger.observations(...range)));
      show('samplings', JSON.stringify(await ledger.samplings(...range)));
    }
    const now = clock.now();
    const dashboard = await aDashboard({ ledger, policy: readPolicy(policy, 'policy.yaml'), now });
    const subject = encodeURIComponent(`project/pods/vm/${made().id}`);
    for (const path of [
      '/api/overview',
      '/api/inventory',
      '/api/alerts',
      '/api/unwatched',
      `/api/subject?name=${subject}`,
    ]) {
      const reply = await dashboard.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      show(path, await reply.text());
    }
    await close();
    expect(seen.join()).toContain('fine-tune');
    expect(watch.found()).toEqual([]);
  });
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
