import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitTurn } from '../../lib/jobs/watch/commit-turn.ts';
import { type UsagePoint, usageSlot, type VmUsage } from '../../lib/model/facts/usage.ts';
import { usageByVm } from '../../lib/model/facts/usage-points.ts';
import { usualMeaning } from '../../lib/model/facts/use-history.ts';
import { VmId } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  isoInstant,
  later,
  milliseconds,
  minutes,
} from '../../lib/model/time/time.ts';
import { planParts } from '../../lib/observe/what-is-due.ts';
import { nothingWritten } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { IdleRule } from '../../lib/rules/idle/terms.ts';
import { followUse } from '../../lib/state/fleet-use.ts';
import { firstHead, type Head } from '../../lib/state/head.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { runs } from '../support/tier.ts';
import { emptyFleet } from '../support/turn-input.ts';

const polls = 6 * 12;
/** The use of a VM from two days before the first poll on, one figure a slot; `null` where monitors report nothing. */
type Life = readonly (number | null)[];
const before = days(2) / usageSlot;

type Case = {
  readonly lives: readonly Life[];
  readonly rule: IdleRule;
  /** How many minutes back a reply reaches, and how late samples come. */
  readonly reach: number;
  readonly lag: number;
  /** Numbers of a poll and a VM whose question fails. */
  readonly fails: ReadonlySet<string>;
};

/** Watches the VMs, and returns when each alert began and ended, the slots that became known, and how many questions that took. */
async function watched({ lives, rule, reach, lag, fails }: Case, byNeed: boolean) {
  const ledger = memoryLedger();
  const policy = aPolicy({ rules: [rule] });
  const names = lives.map((_, vm) => VmId.parse(`vm-${vm}`));
  const pointsOf = (vm: number, from: Instant, until: Instant): UsagePoint[] => {
    const points: UsagePoint[] = [];
    const first = Math.floor((from - earlier(noon, days(2))) / usageSlot);
    for (let slot = Math.max(0, first); slot < (lives[vm]?.length ?? 0); slot += 1) {
      const at = instant(earlier(noon, days(2)) + (slot + 1) * usageSlot);
      const cpu = lives[vm]?.[slot] ?? null;
      if (at > until) break;
      if (at > from && cpu !== null) points.push({ at, cpu, network: 0, disk: 0, answers: true });
    }
    return points;
  };
  const past = {
    at: noon,
    usage: names.map((vm, index) => ({ vm, points: pointsOf(index, earlier(noon, days(2)), noon) })),
  };
  await ledger.record({
    ...nothingWritten,
    target: lab,
    sampling: past,
    use: followUse(null, { usages: usageByVm([past]), meaning: usualMeaning, resources: [] }, noon),
  });
  let asked = 0;
  const story: string[] = [];
  for (let poll = 1; poll <= polls; poll += 1) {
    const at = later(noon, milliseconds(poll * minutes(5) + 40_000));
    const stored = (await ledger.head(lab)) ?? firstHead(lab);
    const head: Head = byNeed ? stored : { ...stored, deferredUsage: null };
    const plan = planParts(head, policy, defaultIntervals, at);
    asked += plan.usage.length;
    const answers = plan.usage.filter((vm) => !fails.has(`${poll} ${vm}`));
    const newest = earlier(at, minutes(lag));
    const reachesTo = earlier(newest, minutes(reach));
    const usage = answers.map((vm): VmUsage => {
      const since = head.deferredUsage?.of[vm]?.until ?? head.usageUntil ?? earlier(noon, hours(1));
      // A slot of which the reply holds no whole five minutes is missing.
      const from = instant(Math.max(since, later(reachesTo, milliseconds(usageSlot - 1))));
      return { vm, points: pointsOf(names.indexOf(vm), from, newest), reachesTo };
    });
    const isWhole = answers.length === plan.usage.length;
    const pollResult = anObservation({
      at,
      seen: ['vms', ...(usage.length > 0 && isWhole ? ['usage' as const] : [])],
      missing: isWhole ? [] : [{ part: 'usage', because: 'no answer' }],
      resources: names.map((id) => aVm({ id, createdAt: earlier(noon, days(9)), seenAt: at })),
      usage,
    });
    const polled = {
      at,
      asked: plan.usage.length > 0 ? (['vms', 'usage'] as const) : (['vms'] as const),
      unsupported: [],
      observe: () => pollResult,
    };
    const order = { policy, intervals: defaultIntervals, polled, fleet: emptyFleet };
    const turn = await commitTurn({ ledger }, order, head);
    const outbox = turn?.head.outbox.flatMap(({ notifications }) => notifications) ?? [];
    const phases =
      turn?.head.alerts.map(({ key, phase, since }) => `${key} ${phase} ${isoInstant(since)}`) ?? [];
    story.push([...outbox.map(({ id }) => id), ...phases].join('\n'));
  }
  const whole = later(noon, milliseconds(polls * minutes(5) - hours(1.5)));
  const known = new Set<string>();
  for (const { usage } of await ledger.samplings(lab, noon, later(whole, hours(2))))
    for (const { vm, points } of usage)
      for (const { at } of points.filter((point) => point.at <= whole)) known.add(`${vm} ${isoInstant(at)}`);
  return { asked, story, known: [...known] };
}

const aLife = fc
  .array(
    fc.record({
      cpu: fc.constantFrom(0, 3, 4, 12, 40, 90, null),
      lasts: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 90 })),
    }),
    { minLength: 12, maxLength: 40 },
  )
  .map((spells): Life => {
    const slots = spells.flatMap(({ cpu, lasts }) => Array.from({ length: lasts }, () => cpu));
    return Array.from({ length: before + polls }, (_, slot) => slots[slot % slots.length] ?? null);
  });
const aRule = fc
  .record({
    window: fc.constantFrom(30, 45, 60, 90, 120, 240, 720).map(minutes),
    percentile: fc.constantFrom(80, 90, 97, 100),
    learned: fc.option(
      fc.record({
        within: fc.constantFrom(hours(4), hours(8)),
        risk: fc.constantFrom(5, 20, 50),
        inUse: fc.constant(15),
        untilKnown: fc.constant(null),
      }),
    ),
  })
  .map(({ learned, window, ...rule }) =>
    anIdleRule({
      ...rule,
      window: learned === null ? window : hours(4),
      ...(learned && { learned }),
      then: [],
    }),
  );
const aCase = (fails: fc.Arbitrary<ReadonlySet<string>>): fc.Arbitrary<Case> =>
  fc.record({
    lives: fc.array(aLife, { minLength: 2, maxLength: 3 }),
    rule: aRule,
    reach: fc.constantFrom(30, 34, 48, 63, 120, 240),
    lag: fc.constantFrom(0, 4, 9),
    fails,
  });
const noFailure = fc.constant<ReadonlySet<string>>(new Set());

describe('VMs that are asked for samples by need', () => {
  it('are found idle, and in use again, at the same poll as those that are sampled in every round', async () => {
    await fc.assert(
      fc.asyncProperty(aCase(noFailure), async (one) => {
        const [byNeed, always] = [await watched(one, true), await watched(one, false)];
        expect(byNeed.asked).toBeLessThanOrEqual(always.asked);
        expect(byNeed.story).toEqual(always.story);
      }),
      { ...runs(40), endOnFailure: true },
    );
  });

  it('take at least a tenth fewer requests', async () => {
    let [asked, usually] = [0, 0];
    // The same fleets in each run: how much less each is asked depends on how long its VMs are in use.
    for (const one of fc.sample(aCase(noFailure), { seed: 1, ...runs(40) })) {
      asked += (await watched(one, true)).asked;
      usually += (await watched(one, false)).asked;
    }
    expect(asked).toBeLessThan(usually * 0.9);
  });

  it('are never found idle sooner, and at most one interval later, where requests fail', async () => {
    const failing = fc
      .subarray(
        Array.from({ length: 3 * (polls / 2) }, (_, nth) => `${2 * Math.floor(nth / 3) + 2} vm-${nth % 3}`),
      )
      .map((failed): ReadonlySet<string> => new Set(failed));
    const firstIn = (story: readonly string[], vm: number): number =>
      story.findIndex((told) => told.includes(`vm-${vm}#`));
    await fc.assert(
      fc.asyncProperty(aCase(failing), async (one) => {
        const [byNeed, always] = [await watched(one, true), await watched(one, false)];
        for (const vm of one.lives.keys()) {
          const [sooner, later] = [firstIn(always.story, vm), firstIn(byNeed.story, vm)];
          if (later !== -1) expect(sooner).not.toBe(-1);
          if (later !== -1) expect(later).toBeGreaterThanOrEqual(sooner);
          if (sooner !== -1 && sooner < polls - 3) expect(later - sooner).toBeOneOf([0, 1, 2, 3]);
        }
        // Every other poll fails at most, so no slot is lost by waiting.
        expect(byNeed.known).toEqual(expect.arrayContaining(always.known));
      }),
      { ...runs(40), endOnFailure: true },
    );
  });
});
