import { expect, it } from 'vitest';
import { VmId } from '../../lib/model/ids.ts';
import { earlier, minutes } from '../../lib/model/time/time.ts';
import { findUnjudgedVms, unjudgedInWords } from '../../lib/views/unjudged.ts';
import { aHead, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';

const fleet = (knownAt: Record<string, ReturnType<typeof earlier>> = {}) => [
  aHead({
    observation: anObservation({
      resources: [
        aVm({ id: 'train', gpus: 8, price: '40.5' }),
        aVm({ id: 'embed', gpus: 1, price: '0.8' }),
        aVm({ id: 'off', gpus: 1, price: '2', activity: 'stopped' }),
        aVm({ id: 'web', price: '4.23' }),
      ],
    }),
    signalsKnownAt: Object.fromEntries(
      Object.entries(knownAt).map(([vm, gpus]) => [VmId.parse(vm), { gpus }]),
    ),
  }),
];
const context = aViewInput([anIdleRule()]);

it('the notice states the part of the burn rate that no rule can judge', () => {
  const unjudged = findUnjudgedVms(fleet(), context);
  expect(unjudged && unjudgedInWords(unjudged)).toBe(
    '41.30 of 47.53 USD/h cannot be judged: no GPU metrics for lab/train, lab/embed',
  );
});

it('the notice leaves out VMs whose GPUs were all known lately', () => {
  expect(findUnjudgedVms(fleet({ train: earlier(noon, minutes(35)) }), context)?.vms).toHaveLength(1);
  expect(findUnjudgedVms(fleet({ train: earlier(noon, minutes(36)) }), context)?.vms).toHaveLength(2);
  expect(findUnjudgedVms(fleet({ train: noon, embed: noon }), context)).toBeNull();
});

it('the notice includes VMs that an idle rule leaves out only because their GPU use is unknown', () => {
  expect(findUnjudgedVms(fleet(), aViewInput([anIdleRule({ match: { id: 'web' } })]))).toBeNull();
  const [first] = findUnjudgedVms(fleet(), aViewInput([anIdleRule({ match: { gpus: 0 } })]))?.vms ?? [];
  expect(first?.because).toBe('no GPU metrics, and idle rules leave them out');
  expect(first?.remedy).toMatch(/; then remove `gpus` from the `match` of the idle rule$/);
});
