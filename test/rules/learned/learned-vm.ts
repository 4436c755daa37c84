import { findSignalTimes } from '../../../lib/model/facts/signal-times.ts';
import type { UsagePoint, UsageSamples } from '../../../lib/model/facts/usage.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { toTarget, VmId } from '../../../lib/model/ids.ts';
import { days, earlier, hours, type Instant, milliseconds } from '../../../lib/model/time/time.ts';
import { type IdleFacts, judgeIdle } from '../../../lib/rules/idle/judge.ts';
import { computeUseMeaning, type LearnedTerms } from '../../../lib/rules/idle/terms.ts';
import { followUse } from '../../../lib/state/fleet-use.ts';
import { PastStop } from '../../../lib/state/intent.ts';
import { at } from '../../support/at.ts';
import { anObservation, aVm, lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';

const box = VmId.parse('box');
const learned: LearnedTerms = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
export const aLearner = (overrides: Partial<LearnedTerms> = {}) =>
  anIdleRule({ learned: { ...learned, ...overrides }, percentile: 97 });

/** A stop by another rule: its wrong stops count for all learning rules. */
const aPastStop = PastStop.parse({
  subject: 'project/lab/vm/box',
  rule: 'another rule',
  stoppedAt: at('2026-11-19T12:00:00'),
  startedAgainAt: at('2026-11-19T13:00:00'),
  ours: true,
});

export type Life = (time: Instant) => Partial<UsagePoint> | null;
type Asked = {
  readonly now?: Instant;
  readonly known?: number;
  readonly gpus?: number;
  /** The times of wrong stops of the VM. */
  readonly wrong?: readonly Instant[];
};

/** The verdict of the rule on a VM with this life for some days, whose samples are stored and read as a monitor does. */
export function saidOf(
  life: Life,
  rule = aLearner(),
  { now = at('2026-11-20T12:00:00'), known = 15, gpus = 0, wrong = [] }: Asked = {},
) {
  const count = (known * days(1)) / usageSlot;
  const points = Array.from({ length: count }, (_, slot): UsagePoint[] => {
    const end = earlier(now, milliseconds((count - 1 - slot) * usageSlot));
    const told = life(earlier(end, usageSlot));
    return told === null ? [] : [{ at: end, cpu: 4, network: 0, disk: 0, answers: null, ...told }];
  }).flat();
  const before: UsageSamples = { at: earlier(now, milliseconds(1)), usage: [{ vm: box, points }] };
  const resources = [aVm({ createdAt: null, gpus })];
  const observation = anObservation({
    at: now,
    resources,
    usage: [{ vm: box, points: points.slice(-3) }],
  });
  const facts: IdleFacts = {
    target: toTarget(lab),
    observation,
    usages: usageByVm([before, observation]),
    signals: { [box]: findSignalTimes([{ points }], gpus, null) },
    use: followUse(
      null,
      { usages: usageByVm([before]), meaning: computeUseMeaning([rule]) ?? usualMeaning, resources },
      now,
    ),
    stops: [{ ...aPastStop, made: [...wrong], wrong: [...wrong] }],
  };
  return judgeIdle(rule, facts)[0];
}

export const hourOf = (time: Instant): number => (time % days(1)) / hours(1);
export const forgotten: Life = () => ({});
export const nightly: Life = (time) => ({ cpu: hourOf(time) >= 3 && hourOf(time) < 4 ? 80 : 4 });
