import { expect, it } from 'vitest';
import { judgeIdle } from '../../../lib/rules/idle/judge.ts';
import { anObservation, aVm, noon, usageUntil } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { facts, quiet } from './judged-vm.ts';

const vms = ['told', 'silent'].map((id) => aVm({ id }));
const observation = anObservation({
  resources: vms,
  usage: vms.map(({ id }) => usageUntil(noon, quiet(72), id)),
});
const reasons = (logins: 'counted' | 'ignored', reporters: readonly string[]) => {
  const signals = Object.fromEntries(reporters.map((id) => [id, { logins: noon }]));
  return judgeIdle(anIdleRule({ logins }), { ...facts(observation), signals }).map(
    ({ kind, because }) => [kind, because.includes('judged without logins')] as const,
  );
};

it('a VM that never reported logins is judged without them, and its reason says so where other VMs report them', () => {
  // For the VM that did report them, each slot needs them.
  expect(reasons('counted', ['told'])).toEqual([
    ['unknown', false],
    ['breached', true],
  ]);
});

it.each([
  ['no VM reports them', 'counted', []],
  ['the rule ignores them', 'ignored', ['told']],
] as const)('the reason does not mention logins where %s', (_, logins, reporters) => {
  expect(reasons(logins, reporters).map(([, isSaid]) => isSaid)).toEqual([false, false]);
});
