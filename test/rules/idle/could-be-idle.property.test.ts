import fc from 'fast-check';
import { expect, it } from 'vitest';
import { castToVmId, toResourceSubject } from '../../../lib/model/facts/resource.ts';
import { type UsagePoint, usageSlot } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { earlier, hours, type Instant, later, milliseconds } from '../../../lib/model/time/time.ts';
import { couldBeIdle } from '../../../lib/rules/idle/could-be-idle.ts';
import { judgeIdle } from '../../../lib/rules/idle/judge.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import { followUse } from '../../../lib/state/fleet-use.ts';
import { anObservation, aVm, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { runs, scaled } from '../../support/tier.ts';
import { facts } from './judged-vm.ts';

const anHour = 12;
const known = 10 * 24;
const vm = aVm({ createdAt: null });
const learned = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
const rules: readonly IdleRule[] = [
  anIdleRule({ window: hours(4) }),
  anIdleRule({ window: hours(1) }),
  anIdleRule({ learned, percentile: 97 }),
  anIdleRule({ learned: { ...learned, risk: 20, within: hours(4) }, percentile: 97 }),
];

/** The CPU of each hour: weeks with or without a rhythm, then hours of which many are quiet. */
const life = fc
  .tuple(
    fc.constantFrom(1, 24, 24 * 9),
    fc.array(fc.constantFrom(2, 2, 2, 60), { minLength: known, maxLength: known }),
    fc.array(fc.constantFrom(2, 2, 2, 60, null), { minLength: 8, maxLength: 8 }),
  )
  .map(([every, drawn, last]) => [...drawn.map((cpu, hour) => (hour % every === 0 ? cpu : 2)), ...last]);

const pointAt = (at: Instant, cpu: number): UsagePoint => ({ at, cpu, network: 0, disk: 0, answers: true });

it('a VM is deferred only as long as no samples could show it idle', () => {
  const seen = { waits: 0, asked: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...rules), life, (rule, cpu) => {
      const points = cpu.flatMap((figure, hour) =>
        Array.from({ length: figure === null ? 0 : anHour }, (_, slot) => {
          const ago = (cpu.length - hour) * anHour - 1 - slot;
          return pointAt(earlier(noon, milliseconds(ago * usageSlot)), figure ?? 0);
        }),
      );
      const recent = points.filter(({ at }) => at > earlier(noon, hours(16)));
      const sampling = { at: noon, usage: [{ vm: castToVmId(vm), points }] };
      const use = followUse(
        null,
        { usages: usageByVm([sampling]), meaning: usualMeaning, resources: [vm] },
        noon,
      );
      // Samples that have not arrived yet may be of the last two hours too.
      const quiet = Array.from({ length: 3 * anHour }, (_, slot) =>
        pointAt(later(earlier(noon, hours(2)), milliseconds((slot + 1) * usageSlot)), 0),
      );
      const factsAt = (at: Instant) => {
        const told = new Map(
          [...quiet.filter((point) => point.at <= at), ...recent].map((one) => [one.at, one]),
        );
        const usage = [
          { vm: castToVmId(vm), points: [...told.values()].toSorted((one, other) => one.at - other.at) },
        ];
        return { ...facts(anObservation({ at, resources: [vm], usage })), use };
      };
      const last = quiet.at(-1)?.at ?? noon;
      const vmUsed = {
        subject: toResourceSubject(projectTarget(null, ProjectId.parse('lab')), vm),
        resource: vm,
        facts: factsAt(noon),
        use: use.of.get(castToVmId(vm)),
      };
      const could = couldBeIdle(
        rule,
        // A poll is seldom at the end of a slot.
        { ...vmUsed, usage: [{ vm: castToVmId(vm), points: recent }], at: later(noon, milliseconds(40_000)) },
        last,
      );
      const ahead = quiet.filter(({ at }) => at >= noon);
      const kinds = ahead.flatMap(({ at }) => judgeIdle(rule, factsAt(at)).map(({ kind }) => kind));
      const isFound = kinds.some((kind) => kind === 'breached' || kind === 'suspect');
      seen[could ? 'asked' : 'waits'] += 1;
      expect(kinds).toHaveLength(ahead.length);
      if (!could) expect(isFound).toBe(false);
    }),
    runs(120),
  );
  expect(Math.min(seen.waits, seen.asked)).toBeGreaterThan(scaled(20));
});
