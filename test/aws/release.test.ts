import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { policy, reportingPolicy } from '../infra/a-stack.ts';
import { type Released, released, templateIn } from '../infra/release/a-release.ts';
import { evaluated } from '../infra/release/evaluated-template.ts';
import { asBefore, createStack, deleteStack, physicalIds, updateStack } from './cloudformation.ts';
import { hasMoto, type Moto, startMoto } from './moto.ts';
import { published, publishRelease } from './published-release.ts';
import { type ResourcesIn, resourcesIn } from './resources-in.ts';

const needed = { ...published, CloudUrl: 'https://api.example.com', Email: 'ops@example.com' };
/** Something of every group of parameters. */
const everything = {
  Shards: '3',
  Memory: '1024',
  Mode: 'enforce',
  PolicyParameter: '/team/policy',
  EmailFrom: 'warning',
  SlackUrl: '/keys/slack',
  WebhookUrl: '/keys/hook',
  WebhookSecret: '/keys/hook-secret',
  WebhookFormat: 'cloudevents',
  AmazonQ: 'true',
  EventbridgeBus: 'new',
  AnswerSecret: '/keys/answer',
  SlackSigningSecret: '/keys/signing',
  SlackBotToken: '/keys/bot',
  PushSecret: '/keys/push',
  PrometheusUrl: 'https://prometheus.example.com',
  PrometheusSecret: '/keys/prometheus',
  Dashboard: 'true',
  Metrics: 'true',
  SubnetIds: 'subnet-1a2b3c4d,subnet-5e6f7a8b',
  SecurityGroupIds: 'sg-1a2b3c4d',
};

describe.skipIf(!hasMoto)('the released template (skipped where Python has no moto[server])', () => {
  const reporting = reportingPolicy();
  let first: Released;
  let next: Released;
  let moto: Moto;
  beforeAll(async () => {
    [first, next] = [await released(policy), await released(reporting)];
  });
  afterEach(() => moto?.close());

  type Given = Readonly<Record<string, string>>;
  /** Checks that there is all that a template asks for, and nothing else. */
  async function expectWhole(release: Released, given: Given): Promise<ResourcesIn> {
    const { Resources } = evaluated(templateIn(release), given);
    expect([...(await physicalIds(moto)).keys()].toSorted()).toEqual(Object.keys(Resources).toSorted());
    return resourcesIn(moto);
  }
  const idOf = async (name: string): Promise<string> =>
    [...(await physicalIds(moto))].find(([logical]) =>
      logical.replace(name, '').match(/^[0-9A-F]{8}$/),
    )?.[1] ?? '';
  async function actIn(): Promise<{ variables: unknown; network: unknown; mayRead: readonly string[] }> {
    const path = `/2015-03-31/functions/${await idOf('SpendwatchActFunction')}/configuration`;
    const { Environment, VpcConfig } = JSON.parse(await moto.request('lambda', 'GET', path));
    const role = { Version: '2010-05-08', RoleName: await idOf('SpendwatchActRole') };
    const listed = await moto.query('iam', { ...role, Action: 'ListRolePolicies' });
    const [, PolicyName = ''] = /<member>(.*?)<\/member>/.exec(listed) ?? [];
    const rights = decodeURIComponent(
      await moto.query('iam', { ...role, Action: 'GetRolePolicy', PolicyName }),
    );
    const parameters = [...rights.matchAll(/:parameter(\/[\w/-]+)/g)].map(([, name = '']) => name);
    return {
      variables: Environment.Variables,
      network: VpcConfig?.SubnetIds,
      mayRead: parameters.toSorted(),
    };
  }

  it('is created, changed, destroyed and created again, whole and without the CDK', async () => {
    moto = await startMoto();
    await publishRelease(moto, first);
    const before = await resourcesIn(moto);
    await createStack(moto, templateIn(first), needed);
    const created = await expectWhole(first, needed);
    expect(created['functions']).toHaveLength(3);
    expect(created['subscriptions']).toEqual(['ops@example.com']);
    const bare = await actIn();
    expect(bare.mayRead).toEqual(['/spendwatch/editor-key']);
    expect(bare.variables).toMatchObject({
      SPENDWATCH_CLOUD_URL: 'https://api.example.com',
      SPENDWATCH_POLICY: 'policy.observe.json',
      SPENDWATCH_KEY_PARAMETER: '/spendwatch/editor-key',
    });
    expect(JSON.stringify(bare.variables)).not.toMatch(/POLICY_LOCATION|ANSWER|PUSH|SLACK|PROMETHEUS/);

    await publishRelease(moto, next);
    const all = { ...needed, ...everything };
    await updateStack(moto, templateIn(next), all);
    const updated = await expectWhole(next, all);
    expect(updated['functions']).toHaveLength(6);
    expect(updated['tables']).toEqual(created['tables']);
    const full = await actIn();
    const asked = ['answer', 'hook', 'hook-secret', 'prometheus', 'slack'].map((name) => `/keys/${name}`);
    expect(full.mayRead).toEqual([...asked, '/spendwatch/editor-key', '/team/policy']);
    expect(full.network).toEqual(['subnet-1a2b3c4d', 'subnet-5e6f7a8b']);
    expect(full.variables).toMatchObject({
      SPENDWATCH_POLICY: 'policy.enforce.json',
      SPENDWATCH_POLICY_LOCATION: 'ssm:/team/policy',
      SPENDWATCH_ANSWER_URL: expect.stringMatching(/^https:/),
      SPENDWATCH_SLACK_SIGNING_SECRET: 'ssm:/keys/signing',
      SPENDWATCH_EVENT_BUS_ARN: expect.stringContaining(':event-bus/Spendwatch-Eventbridge'),
      SPENDWATCH_DEPLOYMENT: 'Spendwatch',
    });

    // Only what a later deployment names is changed.
    const kept = Object.fromEntries(Object.keys(all).map((name) => [name, asBefore]));
    const off = { AnswerSecret: '', SlackSigningSecret: '', SlackBotToken: '' };
    await updateStack(moto, templateIn(next), { ...kept, ...off });
    await expectWhole(next, { ...all, ...off });
    expect((await actIn()).mayRead).toEqual(full.mayRead.filter((name) => name !== '/keys/answer'));

    await deleteStack(moto);
    expect(await resourcesIn(moto)).toEqual({ ...before, tables: created['tables'] });
    await createStack(moto, templateIn(next), all);
    const again = await expectWhole(next, all);
    const counts = (resources: ResourcesIn) =>
      Object.entries(resources).map(([kind, names]) => [kind, names.length]);
    expect(counts({ ...again, tables: [] })).toEqual(counts({ ...updated, tables: [] }));
  });

  it('needs no address and no reserved concurrency', async () => {
    moto = await startMoto({ concurrency: 10 });
    await publishRelease(moto, first);
    const few = { ...needed, Email: '', ReserveConcurrency: 'false' };
    await createStack(moto, templateIn(first), few);
    const made = await expectWhole(first, few);
    expect(made['subscriptions']).toEqual([]);
  });

  it('takes a table that is there in place of its own, which is kept, and gives up nothing else', async () => {
    moto = await startMoto();
    await publishRelease(moto, first);
    await createStack(moto, templateIn(first), needed);
    const created = await resourcesIn(moto);
    const restored = { ...needed, Ledger: 'restored' };
    await updateStack(moto, templateIn(first), restored);
    expect(await expectWhole(first, restored)).toEqual(created);
    expect((await actIn()).variables).toMatchObject({ SPENDWATCH_TABLE: 'restored' });
  });

  it('is refused with settings that do not go together, and leaves nothing', async () => {
    moto = await startMoto();
    await publishRelease(moto, first);
    const before = await resourcesIn(moto);
    const mistaken = { ...needed, SlackSigningSecret: '/keys/signing' };
    await expect(createStack(moto, templateIn(first), mistaken)).rejects.toThrow('needs AnswerSecret');
    expect(await resourcesIn(moto)).toEqual(before);
  });
});
