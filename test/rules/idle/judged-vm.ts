import { expect } from 'vitest';
import type { ProjectObservation } from '../../../lib/model/facts/observation.ts';
import { castToVmId } from '../../../lib/model/facts/resource.ts';
import { findSignalTimes } from '../../../lib/model/facts/signal-times.ts';
import type { UsageSamples } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { toTarget } from '../../../lib/model/ids.ts';
import { type IdleFacts, judgeIdle } from '../../../lib/rules/idle/judge.ts';
import type { Verdict } from '../../../lib/rules/verdict.ts';
import {
  anObservation,
  aVm,
  lab,
  noon,
  times,
  usageUntil,
} from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';

export const facts = (
  observation: ProjectObservation,
  samplings: readonly UsageSamples[] = [],
): IdleFacts => ({
  target: toTarget(lab),
  observation,
  usages: usageByVm([...samplings, observation]),
  signals: signalsIn([...samplings, observation], observation),
  stops: [],
});

/** The signals that each VM ever had, in all observations. */
const signalsIn = (samplings: readonly UsageSamples[], { resources }: ProjectObservation) =>
  Object.fromEntries(
    resources.map((vm) => {
      const samples = samplings.flatMap(({ usage }) => usage.filter((one) => one.vm === castToVmId(vm)));
      return [castToVmId(vm), findSignalTimes(samples, vm.gpus, null)];
    }),
  );

export type Slots = Parameters<typeof usageUntil>[1];

/** The verdict on one VM with these slots in one observation, the last of them just ended. */
export function judged(
  slots: Slots,
  { rule = anIdleRule(), vm = aVm(), newest = noon } = {},
): Verdict | undefined {
  const observation = anObservation({ resources: [vm], usage: [usageUntil(newest, slots)] });
  const [verdict, ...others] = judgeIdle(rule, facts(observation));
  expect(others).toEqual([]);
  return verdict;
}
export const quiet = (count: number) => times(count, 5);
export const busy = (count: number) => times(count, 60);
export const missing = (count: number) => times(count, 'missing' as const);
