import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CloudError } from '../../../../../lib/clouds/http/errors.ts';
import { ProjectId, VmId } from '../../../../../lib/model/ids.ts';
import { minutes, seconds } from '../../../../../lib/model/time/time.ts';
import { contract as cloud } from '../../../../../lib/simulators/compute/contract/contract.ts';
import { createApp } from '../../../../../lib/simulators/compute/http/app.ts';
import { serveSimulator } from '../../../../../lib/simulators/compute/serve.ts';
import type { Fault } from '../../../../../lib/simulators/http/faults.ts';
import { secretKey } from '../../../../support/api-key.ts';
import { watchedCloud } from '../../../../support/clouds/watched-cloud.ts';
import { askOf, aVm, aWorld, viewer } from '../../a-cloud.ts';
import { aFurnishedCloud, owner } from '../../furnished.ts';

const connect = '/v1/projects/lab/vms/box/connect';
const vm = { projectId: ProjectId.parse('lab'), id: VmId.parse('box') };
const tokenIn = (body: unknown): string => `${Object(body).token}`;

it('a console is opened by an editor of a VM that runs, with another token each second', async () => {
  const { ask, clock, world } = aFurnishedCloud();
  const first = await ask('GET', `${connect}?connectionId=a`, { key: owner.key });
  expect(first).toMatchObject({
    status: 200,
    body: { connectUrl: expect.stringMatching(/^wss:.*lab\/box$/) },
  });
  const other = await ask('GET', `${connect}?connectionId=b`, { key: owner.key });
  clock.advance(seconds(1));
  const later = await ask('GET', `${connect}?connectionId=a`, { key: owner.key });
  expect(new Set([first, other, later].map(({ body }) => tokenIn(body))).size).toBe(3);
  expect((await ask('GET', connect, { key: viewer.key })).status).toBe(403);
  world.perform({ kind: 'stop-vm', project: 'lab', vm: 'box' });
  expect((await ask('GET', connect, { key: owner.key })).status).toBe(409);
});

const faults: readonly (readonly Fault[])[] = [
  [],
  [{ kind: 'truncated', probability: 1 }],
  [{ kind: 'reset', when: 'after', probability: 1 }],
];

it.each(faults.map((struck) => [struck]))(
  'its token is in that reply only, and in no log or error, with the faults %j',
  async (struck) => {
    const { world, clock } = aWorld();
    world.perform(aVm());
    clock.advance(minutes(5));
    const onBug = vi.fn();
    const keys = [{ key: secretKey, role: 'owner' }] as const;
    const simulator = await serveSimulator({ world, keys, onBug, faults: struck });
    onTestFinished(simulator.close);
    const { cloud: client, lines } = watchedCloud(simulator.url);
    const consoles = (['log', 'info', 'warn', 'error', 'debug'] as const).map((way) =>
      vi.spyOn(console, way),
    );
    // The clock stands still, so the same request is answered with the same token.
    const ask = askOf(createApp({ world, keys }));
    const token = tokenIn((await ask('GET', connect, { key: secretKey })).body);
    const answer: unknown = await client.call(cloud.connectVm, vm).catch((error: unknown) => error);
    if (struck.length === 0) expect(answer).toMatchObject({ token });
    else expect(answer).toBeInstanceOf(CloudError);
    const replies = ['/vms', '/vms/box', '/vms/box/monitor', ''].map((path) =>
      ask('GET', `/v1/projects/lab${path}`, { key: secretKey }),
    );
    const kept: unknown[] = [
      struck.length > 0 && answer,
      await Promise.all(replies),
      lines,
      onBug.mock.calls,
      consoles.map(({ mock }) => mock.calls),
    ];
    const text = inspect(kept, { depth: Infinity, showHidden: true, maxStringLength: null });
    expect(text).not.toContain(token.slice(0, 12));
    expect(text).not.toContain(token.slice(-12));
  },
);
