import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../../lib/model/time/time.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { putSecrets } from './cloudformation.ts';
import { type DeployedStack, deployStack } from './deployed-stack.ts';
import { ledgerOf } from './ledger-of.ts';
import { messagesIn, subscribeQueue } from './message-queue.ts';
import { hasMoto, type Moto, startMoto } from './moto.ts';
import { sendAll, watchAll } from './runs-of.ts';

const names = ['research', 'old'] as const;
const keyOf = (name: string, leg: string) => `simulated-${name}-${leg}-key`;

describe.skipIf(!hasMoto)('a deployment of two connections, on moto', () => {
  let moto: Moto;
  let stack: DeployedStack;
  let queue: string;
  const clouds: RunningSimulator[] = [];

  beforeAll(async () => {
    moto = await startMoto();
    for (const name of names) {
      const legs = ['viewer', 'editor'] as const;
      clouds.push(
        await demoCloudNow(
          hours(8),
          legs.map((role) => ({ key: keyOf(name, role), role })),
        ),
      );
      for (const leg of legs) await putSecrets(moto, { [`/keys/${name}-${leg}`]: keyOf(name, leg) });
    }
    const connections = names.map((name, index) => ({
      name,
      address: clouds[index]?.url ?? '',
      viewerKey: `/keys/${name}-viewer`,
      editorKey: `/keys/${name}-editor`,
    }));
    const policy = temporaryPolicy('alerts: { routes: [{ to: sns }] }\n', afterAll);
    stack = await deployStack(moto, { connections, policy, viewerKey: undefined, editorKey: undefined });
    queue = await subscribeQueue(moto, stack.physicalId('SpendwatchMessagesTopic'));
  });
  afterAll(async () => {
    await stack?.delete();
    await Promise.all(clouds.map((cloud) => cloud.close()));
    await moto?.close();
  });

  it('polls both clouds, each with a key of its own, and notifies about both', async () => {
    const runs = [...(await watchAll(stack)), ...(await sendAll(stack))];
    const told = (await messagesIn(moto, queue)).map(({ Message }) => Message).join('\n');
    for (const name of names) expect(told).toContain(`(${name})`);
    expect(told + JSON.stringify(runs)).not.toMatch(/simulated-\w+-(viewer|editor)-key/);
  });

  it('goes on with one where the key of the other was revoked, and alerts which one has no data', async () => {
    await putSecrets(moto, { '/keys/old-viewer': 'a-key-that-was-revoked' });
    const because = /connection old: .*the cloud rejected the API key/;
    await expect(stack.invoke('Watch', { shard: 0 })).rejects.toThrow(because);
    const heads = (await ledgerOf(moto, stack).heads()).filter(({ target }) => target.includes('@'));
    expect(heads.length).toBeGreaterThan(2);
    for (const { target, failedPolls } of heads)
      expect([target, failedPolls]).toEqual([target, target.includes('@old/') ? 1 : 0]);
    await expect(stack.invoke('Act', {})).rejects.toThrow(because);
  });
});
