import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { onTestFinished, vi } from 'vitest';
import { buildPolicy } from '../../lib/config/deployment/built-policy.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { readBytesAttribute } from '../../lib/record/item.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { createWorld } from '../../lib/simulators/compute/world/world.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { markedKey } from '../support/api-key.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { answer, rudeService } from '../support/rude-service.ts';

const table = 'ledger';
const published =
  '<PublishResponse><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>';
const subscribed =
  '<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions><member><SubscriptionArn>arn:aws:sns:eu-west-1:123456789012:alerts:1</SubscriptionArn></member></Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>';
const unfiltered =
  '<GetSubscriptionAttributesResponse><GetSubscriptionAttributesResult><Attributes/></GetSubscriptionAttributesResult></GetSubscriptionAttributesResponse>';

function replyOf(request: string): string {
  if (request.includes('Action=Publish')) return published;
  return request.includes('Action=GetSubscriptionAttributes') ? unfiltered : subscribed;
}

/** The name of the parameter that holds a policy. */
export const policyParameter = '/team/policy';

type LambdaOptions = {
  /** The built-in policy. */
  readonly policy?: Policy;
  /** More variables. */
  readonly more?: Readonly<Record<string, string>>;
};

/**
 * A function as Lambda runs it, in this process: everything from the environment, over a ledger of its own, a cloud
 * with the projects "lab" and "shop" on one account, and a topic that somebody receives.
 */
export async function aLambda({ policy = aPolicy(), more = {} }: LambdaOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-lambda-'));
  await writeFile(join(folder, 'policy.json'), buildPolicy(policy));
  const { client, endpoint, close } = await startEmbeddedLedger({ table });
  const key = markedKey('lambda');
  const world = createWorld({ seed: 1, clock: systemClock, events: [] });
  world.perform({ kind: 'open-account', id: 'main' });
  for (const id of ['lab', 'shop']) world.perform({ kind: 'create-project', id, account: 'main' });
  const cloud = await serveSimulator({ world, keys: [{ key, role: 'editor' }] });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await cloud.close();
    await close();
    await rm(folder, { recursive: true });
  });
  /** What the parameters of the key and of the policy hold; `null` while there is none. */
  const parameter: { key: string | null; policy: string | null } = { key, policy: null };
  const aws = await rudeService((response, { headers, body }) => {
    const isParameter = headers['x-amz-target'] === 'AmazonSSM.GetParameter';
    const held = body.includes(policyParameter) ? parameter.policy : parameter.key;
    if (!isParameter) response.writeHead(200).end(replyOf(body));
    else if (held === null) answer(response, 400, { __type: 'ParameterNotFound' });
    else answer(response, 200, { Parameter: { Value: held, Version: 1 } });
  });
  const variables = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: aws.url,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    LAMBDA_TASK_ROOT: folder,
    SPENDWATCH_POLICY: 'policy.json',
    SPENDWATCH_CLOUD_URL: cloud.url,
    SPENDWATCH_TABLE: table,
    SPENDWATCH_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:alerts',
    SPENDWATCH_KEY_PARAMETER: '/keys/lambda',
    ...more,
  };
  return {
    parameter,
    ledger: dynamoLedger({ client, table }),
    /** Puts a head into the ledger of which the last byte is missing. */
    async putDamaged(head: Head): Promise<void> {
      const { item } = headItems(head);
      const body = { B: readBytesAttribute(item, 'body').subarray(0, -1) };
      await client.send(new PutItemCommand({ TableName: table, Item: { ...item, body } }));
    },
    /** What was published on the topic so far. */
    published: () =>
      aws.received.flatMap(({ body }) => {
        const form = new URLSearchParams(body);
        return form.get('Action') === 'Publish' ? [form.get('Subject') ?? ''] : [];
      }),
    /** Invokes it anew, as after a cold start; what it writes to its log goes nowhere. */
    async invoke(job: 'watch' | 'act' | 'answer', event: unknown = {}, changed: LambdaOptions['more'] = {}) {
      for (const [name, value] of Object.entries({ ...variables, ...changed })) vi.stubEnv(name, value);
      const silenced = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      try {
        const { handler } = await import(`../../functions/${job}.ts?start=${++starts}`);
        return await handler(event, { getRemainingTimeInMillis: () => 60_000 });
      } finally {
        silenced.mockRestore();
      }
    },
  };
}

let starts = 0;
