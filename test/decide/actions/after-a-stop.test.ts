import { describe, expect, it } from 'vitest';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, decided, on, type Shown } from '../../support/timeline.ts';

const atRest: Shown = { vm: { state: 'STOPPED', activity: 'stopped' } };

/** Announced at 10:00, decided at 11:00. */
function decidedStory() {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  story.deliver('10:00');
  story.poll('11:00');
  return story;
}
/** And seen stopped at 11:05. */
function stoppedStory() {
  const story = decidedStory();
  story.carryOut('11:01', 'requested');
  story.poll('11:05', atRest);
  story.deliver('11:06');
  return story;
}

describe('a VM that someone starts again after a stop (invariant 7)', () => {
  it('is not stopped during the cool-off, though it is idle; then its stop is announced anew', () => {
    const story = stoppedStory();
    story.poll('12:00');
    expect(story.head.stops).toMatchObject([{ subject: 'project/lab/vm/box', startedAgainAt: on('12:00') }]);
    expect(story.waiting).toEqual([]);
    expect(decided(story.poll('22 11:45'))[0]).toContain(
      'it is left alone for 1 d, until 2026-11-22T12:00:00Z',
    );
    expect(decided(story.poll('22 12:00'))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
    story.deliver('22 12:00');
    expect(decided(story.poll('22 13:00'))).toEqual(['stop']);
  });

  it('has the whole cool-off from each start that a poll could notice', () => {
    const story = stoppedStory();
    story.poll('12:00');
    story.poll('20:00', atRest);
    story.poll('20:05', atRest);
    story.poll('22 11:00');
    expect(story.head.stops).toMatchObject([
      { stoppedAt: on('20:00'), lastSeenAtRest: on('20:05'), startedAgainAt: on('22 11:00') },
    ]);
    expect(decided(story.poll('22 13:00'))[0]).toContain('until 2026-11-23T11:00:00Z');
  });

  it('counts as unseen for a long time without polls, in which it may have run', () => {
    const story = stoppedStory();
    const since = () => story.head.stops.map(({ atRestSince }) => atRestSince);
    for (const clock of ['11:10', '11:20']) story.poll(clock, atRest);
    expect(since()).toEqual([null]);
    story.poll('16:00', atRest);
    story.poll('16:05', atRest);
    expect(since()).toEqual([on('16:00')]);
  });

  it('also has the cool-off when it was started before any poll saw it stopped', () => {
    const story = decidedStory();
    story.carryOut('11:01', 'requested');
    for (const clock of ['11:05', '11:10', '11:15']) story.poll(clock, { slots: null });
    expect(story.head.intents).toHaveLength(1);
    story.poll('11:20');
    expect(story.head.intents).toEqual([]);
    expect(story.waiting).toMatchObject([{ kind: 'action-failed' }]);
    story.deliver('11:21');
    for (const clock of ['12:30', '18:00', '22 11:00']) {
      expect(decided(story.poll(clock))[0]).toContain('it is left alone for 1 d');
    }
    expect(decided(story.poll('22 11:30'))).toEqual([
      'notify',
      'nothing: the announcement has not been delivered yet',
    ]);
  });

  it('loses its record of the stop when it is gone, so that another VM of that name has no cool-off', () => {
    const story = stoppedStory();
    story.poll('12:00', { vm: null });
    expect(story.head.stops).toEqual([]);
  });

  it('keeps its record of the stop while its time of creation is unknown', () => {
    const story = stoppedStory();
    story.poll('12:00', { vm: { createdAt: null } });
    story.poll('12:05');
    expect(story.head.stops).toMatchObject([{ startedAgainAt: on('12:00') }]);
  });

  it('keeps its record of the stop in a poll that could not see the VMs', () => {
    const story = stoppedStory();
    story.poll('12:00', { vm: null, seen: ['machines'], missing: [{ part: 'vms', because: '503' }] });
    expect(story.head.stops).toMatchObject([{ subject: 'project/lab/vm/box', startedAgainAt: null }]);
  });
});

describe('a stop that was requested and is not observed', () => {
  it.each([
    ['requested', 'the platform accepted the request, but 19 min later it is still ACTIVE'],
    ['unanswered', 'it was unanswered; 19 min later it is still ACTIVE'],
  ] as const)('and was %s is reported as failed after a quarter of an hour', (kind, because) => {
    const story = decidedStory();
    story.carryOut('11:01', kind);
    story.poll('11:15', { slots: null });
    expect(story.waiting).toEqual([]);
    story.poll('11:20', { slots: null });
    expect(story.waiting).toMatchObject([{ kind: 'action-failed', because }]);
    expect(story.head.intents).toEqual([]);
  });

  it('and was claimed by a run that died is reported as failed too, and its VM is left alone from then on', () => {
    const story = decidedStory();
    story.claim('11:01');
    story.poll('11:20', { slots: null });
    expect(story.waiting).toMatchObject([
      {
        kind: 'action-failed',
        because: 'the action began, but no answer was recorded; 19 min later it is still ACTIVE',
      },
    ]);
    expect(story.head).toMatchObject({ intents: [], alerts: [], stops: [{ startedAgainAt: on('11:20') }] });
  });

  it('and was claimed by a run that died counts as done when the VM is seen stopped', () => {
    const story = decidedStory();
    story.claim('11:01');
    story.poll('11:05', atRest);
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed' }]);
  });

  it('neither succeeds nor fails in a poll that could not see the VMs', () => {
    const story = decidedStory();
    story.carryOut('11:01', 'requested');
    story.poll('12:00', {
      seen: ['machines'],
      missing: [{ part: 'vms', because: '503' }],
      slots: null,
      vm: { seenAt: on('11:00') },
    });
    expect(story.head.intents).toHaveLength(1);
    expect(story.waiting).toEqual([]);
  });

  it('ends without a report of failure when the VM is gone, or when another resource now has its name', () => {
    for (const vm of [null, { createdAt: on('21 11:02') }, { createdAt: on('21 11:02'), ...atRest.vm }]) {
      const story = decidedStory();
      story.carryOut('11:01', 'requested');
      story.poll('11:05', { vm, slots: null });
      // The request may have reached the new VM, so that is left alone too.
      expect(story.head).toMatchObject({
        intents: [],
        stops: vm === null ? [] : [{ subject: 'project/lab/vm/box' }],
      });
      expect(story.waiting).toMatchObject([{ kind: 'resolved' }]);
    }
  });
});

describe('a pending stop', () => {
  it('expires after ten minutes, and is decided anew', () => {
    const story = decidedStory();
    const [first] = story.head.intents;
    expect(() => story.claim('11:10:01')).toThrow();
    story.poll('11:10', { slots: null });
    expect(story.head.intents).toEqual([first]);
    expect(decided(story.poll('11:15'))).toEqual(['stop']);
    expect(story.head.intents).toMatchObject([{ decidedAt: on('11:15'), state: { kind: 'waiting' } }]);
    expect(story.head.intents[0]?.id).not.toBe(first?.id);
    expect(story.waiting).toEqual([]);
  });
});

describe('a stop whose VM was read by its id while the list could not be read in full (invariant 22)', () => {
  const kinds = (story: ReturnType<typeof decidedStory>) => story.waiting.map(({ kind }) => kind);
  const inPart = (seenAt: string): Shown => ({
    seen: ['machines'],
    vm: { state: 'STOPPED', activity: 'stopped', seenAt: on(seenAt) },
  });

  it('is confirmed by what was read, and its alert is not notified as resolved', () => {
    const story = decidedStory();
    story.carryOut('11:01', 'requested');
    story.poll('11:05', inPart('11:05'));
    expect(kinds(story)).toEqual(['action-confirmed']);
    story.deliver('11:06');
    story.poll('11:10', atRest);
    expect(kinds(story)).toEqual([]);
  });

  it('stays open while the poll shows the VM as it was before', () => {
    const story = decidedStory();
    story.carryOut('11:01', 'requested');
    story.poll('11:05', { seen: ['machines'], vm: { seenAt: on('11:00') } });
    expect(kinds(story)).toEqual([]);
    expect(story.head.intents).toHaveLength(1);
    story.poll('11:10', atRest);
    expect(kinds(story)).toEqual(['action-confirmed']);
  });
});
