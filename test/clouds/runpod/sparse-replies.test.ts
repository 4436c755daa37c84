import { beforeAll, describe, expect, it } from 'vitest';
import { computeSpan, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import { start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount } from './a-watched-account.ts';
import { pod } from './story-pods.ts';

const policy = `
version: 1
mode: enforce
caps: { per-run: 40, per-day: 40, share: 100% }
rules:
  - { name: idle pods, idle: 1h, gpu-window: 1h, then: [{ stop: after 15m, may-erase: true }] }
`;
const one = () => ({ compute: { kind: 'gpu', id: 'NVIDIA L40S', count: 1 } as const });
const names = Array.from({ length: 8 }, (_, index) => String(index));

/** An account of eight idle pods and two that work, a share of whose optional members is left out. */
const anAccountOf = (sparse: number) =>
  aWatchedAccount({
    policy,
    sparse,
    credit: 100_000,
    spendLimit: 10_000,
    script: [
      ...names.map((name) => pod(`idle-${name}`, 'abandoned', one)),
      pod('trainer', 'training', one),
      pod('server', 'serving', one),
    ],
  });

/** Reports whether a record shows all gauges that an idle rule needs. */
const showsGauges = (record: object): boolean =>
  /"gpus":\[\{"util":\d+,"memoryUtil":\d+\}\].*"cpu":\{"util":\d+\}/.test(JSON.stringify(record));

describe.each([
  [0.3, 'some'],
  [1, 'all'],
] as const)(
  'where replies leave out a share of %d of the optional members, in the form %s',
  (sparse, which) => {
    const story = anAccountOf(sparse);
    beforeAll(() => story.runUntil(later(start, hours(2))));
    const pods = () => [...story.world.state().pods.values()];
    const stops = () => pods().filter((one) => statusOf(one) === 'EXITED');
    const whole = () => {
      const list = story.exchanges.find(({ path }) => path.startsWith('/v2/pods?'))?.reply;
      const records: readonly object[] = Object(list).pods;
      return new Set(records.filter(showsGauges).map((record) => Object(record).id));
    };

    it('only idle pods with all gauges shown are stopped, at the usual minute', () => {
      const known = whole();
      const expected = pods().filter(({ id, name }) => name.startsWith('idle') && known.has(id));
      expect(stops().map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
      expect(expected.length > 0 && expected.length < names.length).toBe(which === 'some');
      for (const { life } of stops())
        expect(computeSpan(start, life.at(-1)?.at ?? start) / minutes(1)).toBe(70);
    });

    it('an idle pod without gauges is unknown, and no pod loses its price, its lock or its state', async () => {
      const { resources, missing } = await story.seen();
      expect(missing).toEqual([]);
      expect(resources).toHaveLength(names.length + 2);
      for (const { price, metadata, activity, gpus } of resources) {
        expect([price === null, metadata === null, gpus]).toEqual([false, false, 1]);
        expect(['running', 'stopped']).toContain(activity);
      }
    });
  },
);
