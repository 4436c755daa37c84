import { expect, it } from 'vitest';
import { priceInWords } from '../../lib/model/money/money.ts';
import { days, hours, later } from '../../lib/model/time/time.ts';
import type { Override } from '../../lib/state/override.ts';
import { spareInWords, sumSpare } from '../../lib/views/spare.ts';
import { aHead, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aWasteRule } from '../support/builders/resource-rule-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const waste = aWasteRule();
const idle = anIdleRule();
const idleVm = aVm({ id: 'idle', price: '2' });
const stopped = aVm({ id: 'stopped', price: '0.5', state: 'STOPPED', activity: 'stopped' });
const disk = aVm({ kind: 'disk', id: 'old', price: null, createdAt: null, metadata: null, inUse: false });

function spareIn(resources: readonly ReturnType<typeof aVm>[], overrides: readonly Override[] = []) {
  const of = (id: string, episode: string) =>
    anAlert({ kind: 'waste', rule: waste.name, subject: `project/lab/${id}`, episode });
  const alerts = [
    anAlert({ rule: idle.name, subject: 'project/lab/vm/idle' }),
    of('vm/stopped', '2026-11-01T12:00:00Z/stopped-vm'),
    of('disk/old', '/detached-disk'),
  ];
  const heads = [aHead({ observation: anObservation({ resources: [...resources] }), alerts })];
  const input = aViewInput([idle, waste], { overrides });
  const { unpriced, ...spare } = sumSpare(heads, input);
  return {
    ...{ idle: spare.idle.count, waste: spare.waste.count, unpriced },
    rates: [spare.rate, spare.ends, spare.committed, spare.protected].map(priceInWords),
    says: spareInWords({ unpriced, ...spare }),
  };
}

it('idle and waste are the idle VMs and the waste, with the charge that deleting them would end', () => {
  expect(spareIn([aVm({ id: 'busy', price: '9' }), idleVm, stopped, disk])).toMatchObject({
    ...{ idle: 1, waste: 2, unpriced: 1 },
    rates: ['2.50 USD/h', '2.50 USD/h', '0.00 USD/h', '0.00 USD/h'],
  });
});

it('deleting a committed or protected resource ends no charge', () => {
  const keep: Override = {
    ...{ kind: 'keep', id: 'k', author: 'ada', reason: 'a demo', subject: 'project/lab/vm/idle' },
    ...{ at: noon, until: later(noon, hours(4)) },
  } as Override;
  const committed = { ...stopped, committedUntil: later(noon, days(9)) };
  expect(spareIn([idleVm, committed], [keep])).toMatchObject({
    ...{ idle: 1, waste: 1, unpriced: 0 },
    rates: ['2.50 USD/h', '0.00 USD/h', '0.50 USD/h', '2.00 USD/h'],
  });
});

it('the figures add up as they are shown: 5.40 less 0.45 is 4.95, where the exact difference is 4.94', () => {
  const leftover = aVm({ id: 'stopped', price: '0.4544', state: 'STOPPED', activity: 'stopped' });
  const committed = { ...leftover, committedUntil: later(noon, days(9)) };
  const { says } = spareIn([aVm({ id: 'idle', price: '4.9449' }), committed]);
  expect(says).toContain('5.40 USD/h idle and waste: deleting it ends 4.95 USD/h');
});
