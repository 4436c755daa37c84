import { describe, expect, it } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import { days, minutes } from '../../../lib/model/time/time.ts';
import type { ActingRule } from '../../../lib/rules/terms.ts';
import { aVm } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aLifetimeRule, aScheduleRule } from '../../support/builders/resource-rule-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';

/** Polls a busy VM under this rule. */
function timelineOf(rule: ActingRule = aScheduleRule(), overrides: Parameters<typeof aPolicy>[0] = {}) {
  const story = aTimeline(aPolicy({ rules: [rule], ...overrides }));
  return {
    story,
    poll: (clock: string, vm: Parameters<typeof aVm>[0] = {}) => story.poll(clock, { vm, slots: null }),
    deliver: (clock: string) => story.deliver(clock),
  };
}
const stopped = { state: 'STOPPED', activity: 'stopped' } as const;

// Thursday the 19th and Friday the 20th, with hours from 08:00 to 19:00.
describe('a VM that runs on after its hours', () => {
  it('is announced, and stopped when the grace has passed since the delivery (invariant 2)', () => {
    const { poll, deliver, story } = timelineOf();
    expect(decided(poll('19 18:55'))).toEqual([expect.stringContaining('nothing: its hours began')]);
    expect(decided(poll('19 19:00'))).toContain('notify');
    deliver('19 19:04');
    expect(decided(poll('19 19:33'))).not.toContain('stop');
    expect(decided(poll('19 19:34'))).toContain('stop');
    expect(story.head.intents).toMatchObject([{ kind: 'stop', subject: 'project/lab/vm/box' }]);
  });

  it('is stopped although it has GPUs, since a schedule ignores use', () => {
    const { poll, deliver } = timelineOf();
    poll('19 19:00', { gpus: 8, gpuModel: 'H100' });
    deliver('19 19:00');
    expect(decided(poll('19 19:30', { gpus: 8, gpuModel: 'H100' }))).toContain('stop');
  });

  it('is left running when its hours begin before the grace is over', () => {
    const { poll, deliver, story } = timelineOf();
    poll('20 07:45');
    deliver('20 07:45');
    poll('20 08:00');
    expect(decided(poll('20 08:15'))).not.toContain('stop');
    expect(story.head.intents).toEqual([]);
    expect(story.head.alerts.filter(({ phase }) => phase === 'firing')).toEqual([]);
  });

  it('is announced anew each night', () => {
    const { poll, deliver } = timelineOf(aScheduleRule({ mode: 'observe' }));
    expect(decided(poll('18 19:00'))).toContain('notify');
    deliver('18 19:00');
    poll('19 08:00');
    deliver('19 08:00');
    expect(decided(poll('19 19:00'))).toContain('notify');
  });

  it.each([
    [
      'protected by its GPU model',
      { gpuModel: '*H100*' },
      { gpus: 8, gpuModel: 'NVIDIA H100' },
      'the policy protects it',
    ],
    [
      'one whose GPU model is unknown',
      { gpuModel: '*H100*' },
      { gpus: 8, gpuModel: null },
      'the policy may protect it',
    ],
    [
      'one whose creator is unknown',
      { createdBy: 'ada@*' },
      { createdBy: null },
      'the policy may protect it',
    ],
    ['one whose age is unknown', { olderThan: days(30) }, { createdAt: null }, 'the policy may protect it'],
  ] as const)('is not stopped when it is %s (invariant 3)', (_, match, vm, because) => {
    const { poll, deliver } = timelineOf(aScheduleRule(), { protect: [{ kind: 'matching', match }] });
    poll('19 19:00', vm);
    deliver('19 19:00');
    expect(decided(poll('19 20:00', vm))).toContainEqual(expect.stringContaining(because));
  });
});

describe('a VM that a person starts by hand (invariant 7)', () => {
  it('outside the hours runs until they begin, whoever stopped it, and is stopped the night after', () => {
    const { poll, deliver } = timelineOf();
    poll('19 19:30', stopped);
    poll('19 22:00');
    deliver('19 22:00');
    expect(decided(poll('19 23:00'))).toContainEqual(
      'nothing: it was started outside its hours; it is left alone until they begin, which is at 2026-11-20T08:00:00Z',
    );
    poll('20 08:00');
    deliver('20 08:00');
    poll('20 19:00');
    deliver('20 19:00');
    expect(decided(poll('20 19:30'))).toContain('stop');
  });

  it('within the hours is stopped when they end', () => {
    const { poll, deliver } = timelineOf();
    poll('19 07:00', stopped);
    poll('19 18:50');
    poll('19 19:00');
    deliver('19 19:00');
    expect(decided(poll('19 19:30'))).toContain('stop');
  });
});

describe('just before the action', () => {
  const { poll, deliver, story } = timelineOf();
  poll('20 07:20');
  deliver('20 07:20');
  poll('20 07:55');
  const intent = story.head.intents[0] ?? expect.fail('no intent');
  const soon = [aStop(minutes(30))];
  const rechecked = (clock: string, rule: ActingRule, vm = aVm({ gpus: 8 })) =>
    recheckAction(
      { intent, head: story.head, policy: aPolicy({ rules: [rule] }), overrides: [], now: on(clock) },
      { resource: vm, points: [], bootedAt: null, image: null },
    );

  it('a stop by a schedule goes on while the hours have not begun, whether the VM is in use or not', () => {
    expect(rechecked('20 07:59', aScheduleRule())).toEqual({ kind: 'go' });
  });

  it('a stop by a schedule is cancelled when the hours have begun, also by a changed policy (invariant 5)', () => {
    expect(rechecked('20 08:00', aScheduleRule())).toEqual({
      kind: 'cancelled',
      because: 'its hours have begun',
    });
    const anyTime = aScheduleRule({ windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1_440 }] });
    expect(rechecked('20 07:59', anyTime)).toEqual({ kind: 'cancelled', because: 'its hours have begun' });
  });

  it('a stop of a VM that is too old goes on only if it still is', () => {
    expect(rechecked('20 07:59', aLifetimeRule({ then: soon }))).toEqual({ kind: 'go' });
    expect(rechecked('20 07:59', aLifetimeRule({ then: soon, longest: days(30) }))).toEqual({
      kind: 'cancelled',
      because: 'its age limit may have been extended',
    });
  });
});

it('a VM that is too old and stopped is notified, and not stopped again', () => {
  const { poll, deliver, story } = timelineOf(aLifetimeRule());
  expect(decided(poll('19 12:00', stopped))).toContain('notify');
  expect(story.waiting).toMatchObject([
    { kind: 'alert', next: { kind: 'nothing', because: 'it is not running (STOPPED)' } },
  ]);
  deliver('19 12:00');
  expect(decided(poll('19 14:00', stopped))).not.toContain('stop');
});
