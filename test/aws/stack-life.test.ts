import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { SpendwatchStackProps } from '../../lib/infra/stages.ts';
import { reportingPolicy } from '../infra/a-stack.ts';
import { bundledStack } from '../infra/bundles.ts';
import { createStack, deleteStack, physicalIds, publishBundles, updateStack } from './cloudformation.ts';
import { type AccountLimits, hasMoto, type Moto, startMoto } from './moto.ts';
import { resourcesIn } from './resources-in.ts';

const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const Body = z.looseObject({ Resources: z.record(z.string(), Resource) });
type Body = z.infer<typeof Body>;

describe.skipIf(!hasMoto)(
  'the life cycle of a complete stack (skipped where Python has no moto[server])',

  () => {
    const reporting = reportingPolicy();
    const made: string[] = [];
    const running: Moto[] = [];
    let folders: readonly string[] = [];
    let whole: Body;

    /** A template in which there is one of everything, unless told otherwise. */
    function synthesised(props: Partial<SpendwatchStackProps> = {}): Body {
      const stack = bundledStack({
        policy: reporting,
        cloudUrl: 'https://api.example.com',
        shards: 2,
        pushSecret: '/keys/push',
        answerSecret: '/keys/answer',
        metrics: true,
        subscriptions: [{ to: 'ops@example.com', from: 'warning' }],
        routes: [{ to: 'amazon-q', name: null }],
        ...props,
      });
      made.push(stack.outdir);
      folders = stack.folders;
      return Body.parse(stack.template.toJSON());
    }

    async function anAccount(limits: AccountLimits = {}): Promise<Moto> {
      const moto = await startMoto(limits);
      running.push(moto);
      await publishBundles(moto, folders);
      return moto;
    }

    beforeAll(() => {
      whole = synthesised();
    });
    afterEach(async () => {
      for (const moto of running.splice(0)) await moto.close();
    });
    afterAll(() => {
      for (const path of made) rmSync(path, { recursive: true });
    });

    it('it is created, updated, deleted except for its ledger, and created again', async () => {
      const moto = await anAccount();
      const before = await resourcesIn(moto);
      await createStack(moto, whole);
      const first = await resourcesIn(moto);
      expect(new Set((await physicalIds(moto)).keys())).toEqual(new Set(Object.keys(whole.Resources)));
      // Otherwise a kind of which nothing is left would prove nothing.
      expect(Object.entries(first).filter(([, names]) => names.length === 0)).toEqual([]);
      const polls = (names: readonly string[] = []) => names.filter((name) => name.includes('PollingShard'));
      expect(polls(first['schedules'])).toHaveLength(2);

      await updateStack(moto, synthesised({ shards: 3, metrics: false }));
      const second = await resourcesIn(moto);
      expect(polls(second['schedules'])).toHaveLength(3);
      expect({ ...second, schedules: [] }).toEqual({ ...first, schedules: [] });

      await deleteStack(moto);
      expect(first['tables']).toHaveLength(1);
      expect(await resourcesIn(moto)).toEqual({ ...before, tables: first['tables'] });

      await createStack(moto, whole);
      const again = await resourcesIn(moto);
      const counts = (all: typeof again) => Object.entries(all).map(([kind, names]) => [kind, names.length]);
      expect(counts({ ...again, tables: [] })).toEqual(counts({ ...first, tables: [] }));
      expect(again['tables']).toHaveLength(2);
      expect(again['tables']).toEqual(expect.arrayContaining([...(first['tables'] ?? [])]));
    });

    it('a first creation that fails is rolled back to an empty ledger, and the next one succeeds', async () => {
      // The limit of a new AWS account, which is too low to reserve any.
      const moto = await anAccount({ concurrency: 10 });
      const before = await resourcesIn(moto);
      await expect(createStack(moto, whole)).rejects.toThrow(/^ROLLBACK_COMPLETE.*UnreservedConcurrent/);
      const { tables = [], ...others } = await resourcesIn(moto);
      expect({ ...others, tables: [] }).toEqual(before);
      expect(tables).toHaveLength(1);
      await deleteStack(moto);
      await createStack(moto, synthesised({ reserveConcurrency: false }));
    });
  },
);
