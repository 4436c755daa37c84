import { expect, it } from 'vitest';
import type { Push } from '../../../lib/model/facts/push.ts';
import { ProjectId, projectTarget, ResourceId, Subject } from '../../../lib/model/ids.ts';
import { days, earlier, hours, type Instant, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { pushAllowance } from '../../../lib/observe/push/push-allowance.ts';
import { pushSource } from '../../../lib/observe/push/push-source.ts';
import { receivePush } from '../../../lib/observe/push/receive-push.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import { selectMachineSignals } from '../../../lib/observe/signals/machine-signals.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';

const now = instant(Date.UTC(2026, 2, 10, 12));
const window = { from: earlier(now, minutes(45)), until: now };
const aPush = (machine: string, overrides: Partial<Push> = {}): Push => ({
  machine: Subject.parse(machine),
  at: earlier(now, minutes(5)),
  gpus: ['GPU-1'],
  slots: [{ at: earlier(now, minutes(10)), uses: [0], minutes: [31] }],
  ...overrides,
});
const secret = 'a secret of some length, at least 32';
const train = Subject.parse('project/ml/vm/train');
const machine = (id: string) => ({ kind: 'vm', id: ResourceId.parse(id), metadata: null }) as const;

it('a machine’s signals are those it pushed itself, and nobody else’s (invariant 19)', async () => {
  const ledger = memoryLedger();
  await ledger.push(aPush('project/ml/vm/train'));
  await ledger.push(aPush('project/other/vm/train', { slots: [] }));
  const of = await pushSource(ledger.pushes).read(window);
  const told = (project: string, id: string) =>
    selectMachineSignals(
      { of, shared: new Set() },
      projectTarget(null, ProjectId.parse(project)),
      machine(id),
    );
  expect(told('ml', 'train')).toMatchObject([{ gpu: { known: 1, busiest: 0 } }]);
  expect(told('other', 'train')).toEqual([]);
  expect(told('ml', 'train-2')).toEqual([]);
});

it('a machine counts as in use for as long as a job declared, but no longer than a day (invariant 19)', async () => {
  const ledger = memoryLedger();
  const say = (value: number) =>
    receivePush(
      { secret, now: () => now, allowance: pushAllowance(), store: ledger.push },
      {
        method: 'POST',
        path: '/v1/metrics',
        headers: {
          authorization: `Bearer ${mintToken(secret, { provider: 'compute', machine: train, expires: later(now, hours(1)) })}`,
          'content-type': 'application/json',
        },
        body: Buffer.from(
          JSON.stringify({
            resourceMetrics: [
              {
                scopeMetrics: [
                  {
                    metrics: [
                      {
                        name: 'spendwatch.alive',
                        gauge: { dataPoints: [{ timeUnixNano: `${now}000000`, asInt: `${value}` }] },
                      },
                    ],
                  },
                ],
              },
            ],
          }),
        ),
      },
    );
  const slotsAt = async (at: Instant) =>
    (await pushSource(ledger.pushes).read({ from: earlier(at, minutes(45)), until: at })).get(train) ?? [];
  for (const value of [7_200, 7_100, 7_200]) expect((await say(value)).status).toBe(200);
  expect(await ledger.pushes(now, later(now, days(2)))).toHaveLength(1);
  const late = await slotsAt(later(now, hours(3)));
  expect([late.length, late.at(-1)?.at, late.at(-1)?.alive]).toEqual([0, undefined, undefined]);
  const during = await slotsAt(later(now, hours(2)));
  expect([during.at(0), during.at(-1)]).toMatchObject([
    { at: later(now, minutes(75)), alive: true },
    { at: later(now, hours(2)) },
  ]);
  await say(999_999);
  expect((await slotsAt(later(now, hours(26)))).length).toBe(0);
  expect((await slotsAt(later(now, hours(24)))).at(-1)?.at).toBe(later(now, hours(24)));
});

it('pushes that arrived late are read, and those read long ago are not', async () => {
  const ledger = memoryLedger();
  await ledger.push(
    aPush('project/ml/vm/late', { slots: [{ at: earlier(now, hours(5)), uses: [9], minutes: [1] }] }),
  );
  await ledger.push(aPush('project/ml/vm/old', { at: earlier(now, hours(2)) }));
  await ledger.push(aPush('project/ml/vm/new', { at: later(now, minutes(20)) }));
  const of = await pushSource(ledger.pushes).read(window);
  expect([...of.keys()]).toEqual(['project/ml/vm/late']);
});
