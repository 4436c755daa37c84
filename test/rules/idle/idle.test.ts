import { describe, expect, it } from 'vitest';
import type { UsageSignal } from '../../../lib/model/facts/usage.ts';
import { accountTarget, BillingAccountId, toTarget } from '../../../lib/model/ids.ts';
import { earlier, hours, minutes } from '../../../lib/model/time/time.ts';
import { judgeIdle } from '../../../lib/rules/idle/judge.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import { windowReach } from '../../../lib/rules/idle/terms.ts';
import {
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  noon,
  times,
  usageUntil,
} from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { busy, facts, judged, missing, quiet, type Slots } from './judged-vm.ts';

// Four hours are 48 slots, of which 95 % are 46.
describe('a VM over four hours', () => {
  it.each([
    ['quiet in every slot', quiet(48), 'breached'],
    ['quiet in as many slots as the percentile asks', [...busy(2), ...quiet(46)], 'breached'],
    ['busy in one slot more', [...busy(3), ...quiet(45)], 'clear'],
    ['quiet except for two unknown slots', [...quiet(24), ...missing(2), ...quiet(22)], 'breached'],
    ['quiet except for three unknown slots', [...quiet(24), ...missing(3), ...quiet(21)], 'unknown'],
    [
      'quiet, with one slot busy and two unknown',
      [...busy(1), ...quiet(22), ...missing(2), ...quiet(23)],
      'unknown',
    ],
    ['busy in three slots, unknown in all others', [...busy(3), ...missing(44), ...quiet(1)], 'clear'],
    ['quiet, and monitored for one hour only', quiet(12), 'unknown'],
    ['quiet for the last hour, busy before', [...busy(36), ...quiet(12)], 'clear'],
    ['busy before the window', [...busy(10), ...quiet(48)], 'breached'],
    ['busy now', [...quiet(45), ...busy(3)], 'clear'],
  ] satisfies [string, Slots, string][])('that was %s is %s', (_, slots, kind) => {
    expect(judged(slots)?.kind).toBe(kind);
  });

  it('that has only the noise of an operating system, 4 to 8 % CPU, is idle', () => {
    const noise = Array.from({ length: 48 }, (_, slot) => ({ cpu: 4 + (slot % 5), network: 300 + slot }));
    expect(judged(noise)).toMatchObject({
      kind: 'breached',
      severity: 'warning',
      figures: { since: earlier(noon, hours(4)), points: 48, cpu: 8, network: 345, disk: 4_000 },
    });
  });
});

describe('the figures that a cloud supports', () => {
  const cpuAlone = { cpu: 5, network: null, disk: null };
  const judgedOn = (signals: readonly UsageSignal[], slots: Slots) => {
    const usage = [usageUntil(noon, slots)];
    const observation = anObservation({ resources: [aVm()], usage, signals: [...signals] });
    return judgeIdle(anIdleRule(), facts(observation))[0];
  };

  it.each([
    ['all of them', ['cpu', 'network', 'disk'], 'unknown'],
    ['CPU alone', ['cpu'], 'breached'],
    ['CPU and network', ['cpu', 'network'], 'unknown'],
    ['none', [], 'unknown'],
  ] as const)('make a slot with only CPU complete or not: %s', (_, signals, kind) => {
    expect(judgedOn(signals, times(48, cpuAlone))?.kind).toBe(kind);
  });

  it('are the only ones that its verdict names', () => {
    expect(judgedOn(['cpu'], times(48, cpuAlone))?.because).toBe(
      '48 of 48 samples in 4 h were under 10 % CPU',
    );
    expect(judgedOn(['cpu'], times(48, { ...cpuAlone, cpu: null }))).toMatchObject({
      lacks: { fact: 'the use of its CPU' },
    });
  });
});

describe('freshness', () => {
  it('samples may arrive up to twenty minutes late', () => {
    expect(judged(quiet(48), { newest: earlier(noon, minutes(20)) })?.kind).toBe('breached');
    expect(judged(quiet(60), { newest: earlier(noon, minutes(25)) })).toMatchObject({
      kind: 'unknown',
      because: 'not enough data: no usage sample in the last 20 minutes',
    });
  });

  it('without any sample a VM is unknown', () => {
    expect(judged([])?.kind).toBe('unknown');
  });

  it('a VM whose samples were not asked for in this poll has no verdict', () => {
    expect(
      judgeIdle(
        anIdleRule(),
        facts(anObservation(), [anObservation({ usage: [usageUntil(noon, quiet(48))] })]),
      ),
    ).toEqual([]);
  });
});

describe('a VM that does not run', () => {
  it.each([
    ['stopped', 'clear'],
    ['failed', 'clear'],
    ['gone', 'clear'],
    ['changing', 'unknown'],
    ['unknown', 'unknown'],
  ] as const)('and is %s is %s, whatever its samples show', (activity, kind) => {
    expect(judged(quiet(48), { vm: aVm({ activity }) })?.kind).toBe(kind);
  });
});

describe('the window across observations', () => {
  /** A poll every fifteen minutes, each with the last five slots, two of which the poll before had too. */
  const buffered = (count: number, until = noon, slots: Slots = quiet(5)) =>
    Array.from({ length: count }, (_, index) => {
      const seenAt = earlier(until, minutes(15 * (count - 1 - index)));
      return anObservation({ at: seenAt, usage: [usageUntil(seenAt, slots)] });
    });

  it('counts each slot once, by its newest sample', () => {
    const observations = buffered(16);
    expect(
      judgeIdle(
        anIdleRule(),
        facts(anObservation({ usage: [usageUntil(noon, quiet(5))] }), observations.slice(0, -1)),
      ),
    ).toMatchObject([{ kind: 'breached', figures: { points: 48 } }]);
    const corrected = anObservation({ usage: [usageUntil(noon, [...busy(3), ...quiet(2)])] });
    expect(judgeIdle(anIdleRule(), facts(corrected, observations.slice(0, -1)))).toMatchObject([
      { kind: 'clear' },
    ]);
  });

  it('does not count the samples of another VM of the same id', () => {
    const createdAt = earlier(noon, hours(1));
    const observations = buffered(16).map((observation) => ({
      ...observation,
      resources: [aVm({ createdAt: earlier(noon, hours(50)) })],
    }));
    const reborn = anObservation({ resources: [aVm({ createdAt })], usage: [usageUntil(noon, quiet(5))] });
    expect(judgeIdle(anIdleRule(), facts(reborn, observations))).toMatchObject([{ kind: 'unknown' }]);
  });

  it('reaches back far enough for all its samples', () => {
    const rule = anIdleRule();
    const reach = windowReach(rule);
    const told = anObservation({
      at: earlier(noon, minutes(20)),
      usage: [usageUntil(earlier(noon, minutes(20)), quiet(48))],
    });
    const now = anObservation({ usage: [usageUntil(earlier(noon, minutes(20)), quiet(1))] });
    expect(judgeIdle(rule, facts(now, [told]))).toMatchObject([{ kind: 'breached' }]);
    expect(reach).toBeGreaterThanOrEqual(hours(4) + minutes(20));
  });
});

describe('the VMs that a rule judges', () => {
  const usage = [usageUntil(noon, quiet(48)), usageUntil(noon, busy(48), 'other')];

  it('are those that match it, each by its own samples, and nothing else', () => {
    const observation = anObservation({
      resources: [aVm(), aVm({ id: 'other' }), aVolume(), aVm({ id: 'unasked' })],
      usage,
    });
    const verdicts = judgeIdle(anIdleRule(), facts(observation));
    expect(verdicts.map(({ subject, kind }) => [subject, kind])).toEqual([
      ['project/lab/vm/box', 'breached'],
      ['project/lab/vm/other', 'clear'],
    ]);
    const named = (match: IdleRule['match']) =>
      judgeIdle(anIdleRule({ match }), facts(observation)).map(({ subject }) => subject);
    expect(named({ id: 'oth*' })).toEqual(['project/lab/vm/other']);
    expect(named({ gpus: 1 })).toEqual([]);
    expect(named({ project: 'shop' })).toEqual([]);
  });

  it('are never those of a billing account', () => {
    const target = toTarget(accountTarget(null, BillingAccountId.parse('main')));
    expect(
      judgeIdle(anIdleRule(), { ...facts(anObservation()), target, observation: anAccountObservation() }),
    ).toEqual([]);
  });
});

it('states its evidence', () => {
  expect(judged(quiet(48))?.because).toBe(
    '48 of 48 samples in 4 h were under 10 % CPU, 10 KiB/s of network and 100 KiB/s of disk',
  );
  expect(judged([...busy(3), ...quiet(45)])?.because).toBe(
    'in use: 3 of 48 samples in 4 h over the limit (at most 2 allowed)',
  );
  expect(judged(quiet(48), { vm: aVm({ gpus: 1 }) })?.because).toContain('has 1 GPU whose use is unknown');
});
