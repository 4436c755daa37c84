import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../../lib/model/time/time.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import { type Released, released, templateIn } from '../infra/release/a-release.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { createStack, putSecrets } from './cloudformation.ts';
import { type RunningStack, runningStack } from './deployed-stack.ts';
import { followLink } from './follow-link.ts';
import { eventsIn, messagesIn, queueOfBus, subscribeQueue } from './message-queue.ts';
import { hasMoto, type Moto, startMoto } from './moto.ts';
import { published, publishRelease, unpacked } from './published-release.ts';
import { sendAll, watchAll } from './runs-of.ts';
import { type Slack, startSlack } from './slack.ts';

const secrets = {
  '/keys/viewer': 'simulated-viewer-key',
  '/keys/editor': 'simulated-editor-key',
  '/keys/push': 'a-secret-of-more-than-32-characters',
  '/keys/answer': 'another-secret-of-more-than-32-characters',
};

describe.skipIf(!hasMoto)(
  'a deployment of the released template (skipped where Python has no moto[server])',
  () => {
    const policy = temporaryPolicy(
      'alerts: { routes: [{ to: sns }, { to: slack }, { to: eventbridge }] }\n',
      afterAll,
    );
    let moto: Moto;
    let cloud: RunningSimulator;
    let slack: Slack;
    let release: Released;
    let stack: RunningStack;

    beforeAll(async () => {
      release = await released({
        policy,
        cloudUrl: 'https://api.example.com',
        viewerKey: '/keys/viewer',
        editorKey: '/keys/editor',
        routes: [{ to: 'slack', url: '/routes/slack' }, { to: 'eventbridge' }],
        answerSecret: '/keys/answer',
        pushSecret: '/keys/push',
      });
      [moto, slack] = [await startMoto(), await startSlack()];
      cloud = await demoCloudNow(hours(8), [
        { key: secrets['/keys/viewer'], role: 'viewer' },
        { key: secrets['/keys/editor'], role: 'editor' },
      ]);
      await putSecrets(moto, { ...secrets, '/routes/slack': slack.url });
      await publishRelease(moto, release);
      await createStack(moto, templateIn(release), published);
      // The simulated cloud speaks plain http, which the setting refuses.
      stack = await runningStack(moto, unpacked(release), { SPENDWATCH_CLOUD_URL: cloud.url });
    });
    afterAll(async () => {
      await cloud?.close();
      await slack?.close();
      await moto?.close();
    });

    it.each(['Watch', 'Act', 'Alarm', 'Answer', 'Push'] as const)(
      'runs the code of the zip of %s',
      async (name) => {
        const path = `/2015-03-31/functions/${stack.nameOf(name)}/configuration`;
        const { CodeSha256 } = JSON.parse(await moto.request('lambda', 'GET', path));
        const [zip] = [...release].filter(([file]) => file.startsWith(`${name.toLowerCase()}.`));
        expect(CodeSha256).toBe(
          createHash('sha256')
            .update(zip?.[1] ?? '')
            .digest('base64'),
        );
      },
    );

    it('sends its alerts over every route, with links that its own address answers once, when confirmed', async () => {
      const queue = await subscribeQueue(moto, stack.physicalId('SpendwatchMessagesTopic'));
      const busQueue = await queueOfBus(moto, stack.physicalId('SpendwatchEventbridge'));
      await watchAll(stack);
      await sendAll(stack);
      expect((await messagesIn(moto, queue)).length).toBeGreaterThan(0);
      expect((await eventsIn(moto, busQueue)).length).toBeGreaterThan(0);
      await followLink({ moto, stack, said: slack.posts.join('\n') });
    });
  },
);
