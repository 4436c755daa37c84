import { Lazy } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readPolicyLocation } from '../../lib/config/settings/policy-location.ts';
import { policyReader } from '../../lib/jobs/lambda/policy-reader.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { TargetId } from '../../lib/model/ids.ts';
import { earlier, hours, later } from '../../lib/model/time/time.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import { policy } from '../infra/a-stack.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { putSecrets } from './cloudformation.ts';
import { type DeployedStack, deployStack } from './deployed-stack.ts';
import { ledgerOf } from './ledger-of.ts';
import { messagesIn, subscribeQueue } from './message-queue.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';

const viewer = 'simulated-viewer-key';
const editor = 'simulated-editor-key';
const location = 'ssm:/spendwatch/policy';
const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
const textOf = (name: string) => `version: 1\nrules:\n  - { name: ${name}, budget: 1 USD a month }\n`;

describe.skipIf(!hasMoto)(
  'a policy outside of the deployment (skipped where Python has no moto[server])',
  () => {
    let moto: Moto;
    beforeAll(async () => {
      moto = await startMoto();
    });
    afterAll(() => moto?.close());

    const put = async (text: string) => {
      const parameter = { Name: '/spendwatch/policy', Value: text, Type: 'String', Overwrite: true };
      await moto.request('ssm', 'POST', '/', JSON.stringify(parameter), 'AmazonSSM.PutParameter');
    };

    describe('in a parameter', () => {
      let cloud: RunningSimulator;
      let stack: DeployedStack;
      let queue: string;
      beforeAll(async () => {
        cloud = await demoCloudNow(hours(8), [
          { key: viewer, role: 'viewer' },
          { key: editor, role: 'editor' },
        ]);
        await putSecrets(moto, { '/keys/viewer': viewer, '/keys/editor': editor });
        const cloudUrl = Lazy.string({ produce: () => cloud.url });
        stack = await deployStack(moto, { cloudUrl, policy, policyLocation: location });
        queue = await subscribeQueue(moto, stack.physicalId('SpendwatchMessagesTopic'));
      });
      afterAll(async () => {
        await stack?.delete();
        await cloud?.close();
      });

      const poll = async () => {
        const watched = await stack.invoke('Watch', { shard: 0 });
        const acted = await stack.invoke('Act', {});
        return { watched, acted, messages: await messagesIn(moto, queue) };
      };
      const rulesIn = (messages: Awaited<ReturnType<typeof messagesIn>>) =>
        new Set(messages.map(({ MessageAttributes }) => MessageAttributes['rule']?.Value));

      it('takes effect without a deployment, is audited by version, and its mistakes are reported', async () => {
        // It does not exist yet: the built-in one is in force, and people are notified.
        const first = await poll();
        expect(first.messages.map(({ Subject }) => Subject)).toContainEqual(
          expect.stringContaining('the policy file is not in force'),
        );
        expect(first.messages.map(({ Message }) => Message).join()).toContain(
          `${location} cannot be read (ParameterNotFound)`,
        );

        await put(textOf('by parameter'));
        const adopted = await poll();
        expect(rulesIn(adopted.messages)).not.toContain('by parameter');
        expect(adopted.acted.lines.join()).toContain('policy-loaded');
        expect(rulesIn((await poll()).messages)).toContain('by parameter');

        await put('version: 1\nrules: [{ name: by parameter, budget: much }]\n');
        const mistaken = await poll();
        expect(mistaken.messages.map(({ Message }) => Message).join()).toContain(
          `${location}:2:39 rules[0].budget: `,
        );

        const ledger = ledgerOf(moto, stack);
        const { policy: inForce } = await ledger.control();
        expect(inForce).toMatchObject({ text: textOf('by parameter'), source: { location, version: '1' } });
        const now = systemClock.now();
        const everything = TargetId.parse('group/everything');
        expect(await ledger.journal(everything, earlier(now, hours(1)), later(now, hours(1)))).toMatchObject([
          {
            event: 'policy-loaded',
            because: `version 1 of ${location} is in force, in place of the built-in policy`,
          },
        ]);
      });
    });

    describe('in an object', () => {
      const read = (text: string) =>
        policyReader(
          readPolicyLocation(text),
          { AWS_REGION: region, AWS_ENDPOINT_URL: moto.url },
          credentials,
        )();
      const configuration = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;

      it('is read with the version of the bucket, and without versions by its ETag', async () => {
        await moto.request('s3', 'PUT', '/policies', configuration);
        await moto.request('s3', 'PUT', '/policies/team/spendwatch.yaml', textOf('by object'));
        const plain = await read('s3://policies/team/spendwatch.yaml');
        expect(plain).toEqual({
          text: textOf('by object'),
          version: expect.stringMatching(/^[0-9a-f]{32}$/),
        });
        const versioned =
          '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>';
        await moto.request('s3', 'PUT', '/policies?versioning', versioned);
        await moto.request('s3', 'PUT', '/policies/team/spendwatch.yaml', textOf('second'));
        const second = await read('s3://policies/team/spendwatch.yaml');
        expect(second.text).toBe(textOf('second'));
        z.uuid().parse(second.version);
      });

      it.each([
        ['s3://policies/other.yaml', 'NoSuchKey'],
        ['s3://nowhere/spendwatch.yaml', 'NoSuchBucket'],
      ])('%s that does not exist is reported with the error code of S3', async (text, name) => {
        await expect(read(text)).rejects.toMatchObject({ name });
      });
    });
  },
);
