import { describe, expect, it } from 'vitest';
import { believedHead } from '../../../lib/decide/believed-head.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { days, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { PastStop } from '../../../lib/state/intent.ts';
import { aHead } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aScheduleRule } from '../../support/builders/resource-rule-builders.ts';
import { aTimeline, on, type Shown } from '../../support/timeline.ts';

const atRest: Shown = { vm: { state: 'STOPPED', activity: 'stopped' }, slots: null };
const learned = (within: number) => ({ within: hours(within), inUse: 15, risk: 5, untilKnown: hours(4) });
const policyOf = (rule: Parameters<typeof anIdleRule>[0]) => aPolicy({ rules: [anIdleRule(rule)] });

/** Announced at 10:00, and seen stopped at 11:05. */
function stoppedStory(policy = aPolicy()) {
  const story = aTimeline(policy);
  story.poll('10:00');
  story.deliver('10:00');
  story.poll('11:00');
  story.carryOut('11:01', 'requested');
  story.poll('11:05', atRest);
  story.deliver('11:06');
  return story;
}
type Told = ReturnType<typeof stoppedStory>;
const wrongIn = ({ head }: Told) => head.stops.flatMap(({ wrong }) => wrong);
const entriesOf = ({ head }: Told) => head.pendingWrites.journal.map(({ event }) => event);

describe('a stop by an idle rule', () => {
  it.each([
    ['an hour later', undefined, '12:00', true],
    ['at the last poll within 8 h', undefined, '19:00', true],
    ['8 h later', undefined, '19:10', false],
    ['within the time of a learning rule', { learned: learned(4) }, '15:00', true],
    ['after the time of a learning rule', { learned: learned(4) }, '15:10', false],
  ])('counts as wrong only if the VM is started again in time: %s', (_, rule, clock, isWrong) => {
    const story = stoppedStory(policyOf(rule));
    for (let time = on('11:10'); time < on(clock); time = later(time, minutes(5)))
      story.poll(new Date(time).toISOString(), atRest);
    expect(wrongIn(story)).toEqual([]);
    story.poll(clock, { slots: null });
    expect(wrongIn(story)).toEqual(isWrong ? [on('11:05')] : []);
    expect(entriesOf(story)).toEqual(isWrong ? ['started-again', 'wrong-stop'] : ['started-again']);
  });

  it('counts as wrong if the VM may have been started in time, as after failed polls', () => {
    const blind = stoppedStory();
    for (const clock of ['12:00', '18:00', '22:00']) blind.miss(clock);
    blind.poll('23:00', { slots: null });
    expect(wrongIn(blind)).toEqual([on('11:05')]);
    expect(blind.head.pendingWrites.journal.at(-1)?.because).toBe(
      'the stop counts as wrong: the VM was seen running again after 11 h 55 min, and may have been started within 8 h',
    );
    const seen = stoppedStory();
    seen.poll('22:55', atRest);
    seen.poll('23:00', { slots: null });
    expect(wrongIn(seen)).toEqual([]);
  });

  it('stays recorded as wrong for as long as its time is kept, since it would count as right otherwise', () => {
    const story = stoppedStory();
    const clock = (day: number, time: string) =>
      new Date(later(on(time), milliseconds(day * days(1)))).toISOString();
    for (let day = 2; day <= 20; day += 2) {
      story.poll(clock(day - 2, '12:05'), { slots: null });
      story.poll(clock(day, '10:00'));
      story.deliver(clock(day, '10:00'));
      story.poll(clock(day, '11:00'));
      story.carryOut(clock(day, '11:01'), 'requested');
      story.poll(clock(day, '11:05'), atRest);
    }
    const [known] = story.head.stops;
    expect(known?.made).toHaveLength(11);
    expect(known?.wrong).toEqual(known?.made.slice(0, -1));
  });

  it('does not count against a new VM of the same name', () => {
    const story = stoppedStory();
    story.poll('12:00', { slots: null });
    story.poll('13:00', { vm: { createdAt: on('12:30') }, slots: null });
    expect(wrongIn(story)).toEqual([]);
  });
});

it('invariant 10: a clock that was ahead leaves no stop in the future, where it would count for longer', () => {
  const ahead = on('22 10:00');
  const stop = PastStop.parse({
    ...{ subject: 'project/lab/vm/box', rule: 'forgotten machines', startedAgainAt: null, ours: true },
    ...{ stoppedAt: ahead, made: [on('09:00'), ahead], wrong: [ahead] },
  });
  const past = { observations: [], hours: [], days: [] };
  const now = on('11:02');
  const context = { policy: aPolicy(), carry: hours(3), now };
  const believed = believedHead(aHead({ polledAt: ahead, stops: [stop] }), past, context);
  expect(believed.stops).toMatchObject([{ stoppedAt: now, made: [on('09:00'), now], wrong: [now] }]);
});

describe('no wrong stop is', () => {
  it('a stop that was never observed, since the VM may have run all the time', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    story.deliver('10:00');
    story.poll('11:00');
    story.carryOut('11:01', 'requested');
    story.poll('11:20', { slots: null });
    expect(story.head.stops).toMatchObject([{ startedAgainAt: on('11:20') }]);
    expect(wrongIn(story)).toEqual([]);
  });

  it('a stop by a schedule, since a person may work outside its hours', () => {
    const rule = aScheduleRule({ name: RuleName.parse('forgotten machines') });
    const story = stoppedStory();
    story.changePolicy(aPolicy({ rules: [rule] }));
    story.poll('12:00', { slots: null });
    expect(wrongIn(story)).toEqual([]);
  });
});
