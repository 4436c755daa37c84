import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { priceNow } from '../../../lib/model/facts/resource.ts';
import { inDollars, noMoney } from '../../../lib/model/money/money.ts';
import { earlier, hours, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { serveRunpod } from '../../../lib/simulators/runpod/serve.ts';
import {
  createCluster,
  createEndpoint,
  createVolume,
} from '../../../lib/simulators/runpod/world/holdings.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, editor, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount, pods } from './a-watched-account.ts';

const program = placeOf(() => import.meta.resolve('@runpod/mcp-server'));
const skipped = program === null ? ' (skipped: @runpod/mcp-server is not installed; npm ci does)' : '';
const Content = z.object({ content: z.tuple([z.object({ text: z.string() })]) });
const Pods = z.object({ pods: z.array(z.object({ id: z.string(), status: z.string() })) });
const Billed = z.object({ metadata: z.object({ totals: z.object({ totalAmount: z.number() }) }) });

/** RunPod's own MCP server, as an independent client: our own client alone cannot show that the simulator matches RunPod. */
describe.skipIf(program === null)(`the platform's own client on our simulator${skipped}`, () => {
  const story = aWatchedAccount({
    credit: 10_000,
    script: [
      {
        at: earlier(start, hours(2)),
        happen: (state) => {
          createVolume(state, { name: 'datasets', gb: 800 });
          createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA L40S', workers: 1 });
          createCluster(state, 'sweep');
          createPod(state, aPod);
          createPod(state, { ...aPod, name: 'trainer' }).locked = true;
        },
      },
    ],
  });
  const client = new Client({ name: 'test', version: '1' });
  let close: () => Promise<void> = async () => {};

  beforeAll(async () => {
    await story.runUntil(later(start, hours(1)));
    const simulator = await serveRunpod({ world: story.world, keys: [editor] });
    const env = { RUNPOD_API_KEY: editor.key, RUNPOD_API_BASE_URL: simulator.url };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program ?? ''], env, stderr: 'ignore' }),
    );
    close = async () => {
      await client.close();
      await simulator.close();
    };
  });
  afterAll(() => close());

  async function call(name: string, given: Record<string, unknown> = {}) {
    const result = await client.callTool({ name, arguments: given });
    const { content } = Content.parse(result);
    return { isError: result.isError === true, reply: JSON.parse(content[0].text) };
  }

  it.each([
    ['list-network-volumes', {}],
    ['list-endpoints', {}],
    ['list-clusters', {}],
    ['list-gpu-types', {}],
    ['list-network-volume-billing', { bucketSize: 'hour' }],
    ['list-serverless-billing', { lastN: 2 }],
  ])('reads by %s', async (name, given) => {
    expect(await call(name, given)).toMatchObject({ isError: false });
  });

  it.each([
    ['get-pod', 'pods', 'tune'],
    ['get-network-volume', 'volumes', 'datasets'],
    ['get-endpoint', 'endpoints', 'whisper'],
    ['get-cluster', 'clusters', 'sweep'],
  ] as const)('reads one by %s', async (tool, of, name) => {
    const { id } = findByName<{ readonly id: string; readonly name: string }>(story.world.state()[of], name);
    expect(await call(tool, { id })).toMatchObject({ isError: false, reply: { id, name } });
  });

  it('shows the pods that spendwatch sees, in their states', async () => {
    const shown = Pods.parse((await call('list-pods')).reply);
    const seen = (await story.seen()).resources.filter(({ kind }) => kind === 'vm');
    expect(shown.pods.map(({ id, status }) => [id, status])).toEqual(
      seen.map(({ id, state }) => [id, state]),
    );
  });

  it('bills what spendwatch reports', async () => {
    const observed = await story.ledger.observations(pods, start, story.clock.now());
    const spend = observed.flatMap((one) => (one.kind === 'project' && one.spend ? [one.spend] : [])).at(-1);
    const window = { startTime: '2026-11-01T00:00:00Z', endTime: isoInstant(spend?.until ?? start) };
    const { metadata } = Billed.parse((await call('list-billing', { ...window, bucketSize: 'hour' })).reply);
    expect(metadata.totals.totalAmount).toBeGreaterThan(10);
    expect(metadata.totals.totalAmount).toBeCloseTo(inDollars(spend?.amount ?? noMoney), 2);
  });

  it('stops a pod, which spendwatch sees with the price that goes on, and starts it again', async () => {
    const stateSeen = async (action: string) => {
      const { id } = findByName(story.world.state().pods, 'tune');
      const { isError } = await call('pod-action', { id, body: { action } });
      await story.runUntil(later(story.clock.now(), minutes(10)));
      const pod = (await story.seen()).resources.find((one) => one.id.valueOf() === id);
      return [isError, pod?.state, pod && priceNow(pod)?.toFixed(4)];
    };
    expect(await stateSeen('stop')).toEqual([false, 'EXITED', '0.0274']);
    expect(await stateSeen('start')).toEqual([false, 'RUNNING', '6.3805']);
  });

  it('is refused to stop a locked pod, as spendwatch is', async () => {
    const trainer = findByName(story.world.state().pods, 'trainer');
    const refused = await call('pod-action', { id: trainer.id, body: { action: 'stop' } });
    expect(refused).toMatchObject({ isError: true, reply: { status: 409 } });
    expect(statusOf(trainer)).toBe('RUNNING');
  });
});

function placeOf(resolve: () => string): string | null {
  try {
    return fileURLToPath(resolve());
  } catch {
    return null;
  }
}
