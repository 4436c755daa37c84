import { expect, it } from 'vitest';
import type { Push } from '../../../lib/model/facts/push.ts';
import { ProjectId, ResourceId, Subject } from '../../../lib/model/ids.ts';
import { earlier, hours, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { pushSource } from '../../../lib/observe/push/push-source.ts';
import { signalsOf } from '../../../lib/observe/signals/machine-signals.ts';
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
const machine = (id: string) => ({ kind: 'vm', id: ResourceId.parse(id), metadata: null }) as const;

it('gives each machine what it pushed of itself, and no other (invariant 19)', async () => {
  const ledger = memoryLedger();
  await ledger.push(aPush('project/ml/vm/train'));
  await ledger.push(aPush('project/other/vm/train', { slots: [] }));
  const of = await pushSource(ledger.pushes).read(window);
  const told = (project: string, id: string) =>
    signalsOf({ of, shared: new Set() }, ProjectId.parse(project), machine(id));
  expect(told('ml', 'train')).toMatchObject([{ gpu: { known: 1, busiest: 0 } }]);
  expect(told('other', 'train')).toEqual([]);
  expect(told('ml', 'train-2')).toEqual([]);
});

it('reads what arrived late, and nothing that was read long ago', async () => {
  const ledger = memoryLedger();
  await ledger.push(
    aPush('project/ml/vm/late', { slots: [{ at: earlier(now, hours(5)), uses: [9], minutes: [1] }] }),
  );
  await ledger.push(aPush('project/ml/vm/old', { at: earlier(now, hours(2)) }));
  await ledger.push(aPush('project/ml/vm/new', { at: later(now, minutes(20)) }));
  const of = await pushSource(ledger.pushes).read(window);
  expect([...of.keys()]).toEqual(['project/ml/vm/late']);
});
