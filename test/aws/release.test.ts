import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { policy } from '../infra/a-stack.ts';
import { type Released, released, templateIn } from '../infra/release/a-release.ts';
import { createStack, deleteStack, physicalIds, updateStack } from './cloudformation.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';
import { resourcesIn } from './resources-in.ts';

const given = {
  ArtifactBucket: 'releases',
  ArtifactPrefix: 'spendwatch/',
  CloudUrl: 'https://api.example.com',
};

describe.skipIf(!hasMoto)('the released template (skipped where Python has no moto[server])', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  const reporting = join(folder, 'policy.yaml');
  let first: Released;
  let next: Released;
  let moto: Moto;
  beforeAll(async () => {
    writeFileSync(
      reporting,
      readFileSync(policy, 'utf8').replace(/^alerts:$/m, 'alerts:\n  digest: { at: 08:00 }'),
    );
    [first, next] = [await released(policy), await released(reporting)];
  });
  afterEach(() => moto?.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  async function publish(release: Released): Promise<void> {
    const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
    if (release === first) await moto.request('s3', 'PUT', '/releases', place);
    for (const [file, content] of release)
      if (file.endsWith('.zip')) await moto.request('s3', 'PUT', `/releases/spendwatch/${file}`, content);
  }
  const configurationOf = async (name: string) => {
    const [[, id] = []] = [...(await physicalIds(moto))].filter(([logical]) => logical.startsWith(name));
    return JSON.parse(await moto.request('lambda', 'GET', `/2015-03-31/functions/${id}/configuration`));
  };

  /** What lets act read a policy outside of the deployment. */
  const readsOfPolicy = async () =>
    [...(await physicalIds(moto)).keys()].filter((id) => id.startsWith('ReadsPolicy'));

  it('is created, changed, destroyed and created again, whole and without the CDK', async () => {
    moto = await startMoto();
    await publish(first);
    const before = await resourcesIn(moto);
    await createStack(moto, templateIn(first), { ...given, Email: 'ops@example.com' });
    const created = await resourcesIn(moto);
    const named = Object.entries<{ Condition?: string }>(templateIn(first).Resources).filter(
      ([, { Condition = '' }]) => !Condition.startsWith('HasPolicy'),
    );
    expect(new Set((await physicalIds(moto)).keys())).toEqual(new Set(named.map(([id]) => id)));
    expect(await readsOfPolicy()).toEqual([]);
    expect(created['functions']).toHaveLength(3);
    expect(created['subscriptions']).toEqual(['ops@example.com']);
    expect((await configurationOf('SpendwatchActFunction')).Environment.Variables).toMatchObject({
      SPENDWATCH_CLOUD_URL: 'https://api.example.com',
      SPENDWATCH_POLICY: 'policy.observe.json',
      SPENDWATCH_KEY_PARAMETER: '/spendwatch/editor-key',
    });
    expect((await configurationOf('SpendwatchActFunction')).Environment.Variables).not.toHaveProperty(
      'SPENDWATCH_POLICY_LOCATION',
    );

    await publish(next);
    const enforcing = {
      ...given,
      Email: 'ops@example.com',
      Mode: 'enforce',
      PolicyParameter: '/team/policy',
    };
    await updateStack(moto, templateIn(next), enforcing);
    const updated = await resourcesIn(moto);
    expect(updated['functions']).toHaveLength(4);
    expect(updated['tables']).toEqual(created['tables']);
    expect((await configurationOf('SpendwatchActFunction')).Environment.Variables).toMatchObject({
      SPENDWATCH_POLICY: 'policy.enforce.json',
      SPENDWATCH_POLICY_LOCATION: 'ssm:/team/policy',
    });
    expect(await readsOfPolicy()).toEqual([expect.stringMatching(/^ReadsPolicyParameter/)]);

    await deleteStack(moto);
    expect(await resourcesIn(moto)).toEqual({ ...before, tables: created['tables'] });
    await createStack(moto, templateIn(next), enforcing);
    const again = await resourcesIn(moto);
    const counts = (all: typeof again) => Object.entries(all).map(([kind, names]) => [kind, names.length]);
    expect(counts({ ...again, tables: [] })).toEqual(counts({ ...updated, tables: [] }));
  });

  it('needs no address and no reserved concurrency', async () => {
    moto = await startMoto({ concurrency: 10 });
    await publish(first);
    await createStack(moto, templateIn(first), { ...given, ReserveConcurrency: 'false' });
    const made = await resourcesIn(moto);
    expect(made['subscriptions']).toEqual([]);
    expect(made['functions']).toHaveLength(3);
  });
});
