import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recheckAction } from '../../../lib/decide/actions/guards/guards.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { aVm, times, usageUntil } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { aTimeline, decided, on } from '../../support/timeline.ts';

const disk = 'its container disk';
const pod = { vm: { erasedByStop: disk } } as const;
const policyWith = (mayErase?: true) =>
  aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { mayErase })] })] });
const accepting = policyWith(true);
const unaccepted =
  'its stop erases its container disk, which the rule does not accept; write may-erase: true beside the stop to accept it';

/** An idle VM whose stop was announced at 10:00 by a rule that accepts what it erases. */
function announced() {
  const story = aTimeline(accepting);
  story.poll('10:00', pod);
  story.deliver('10:00');
  return story;
}

describe('a stop that erases something', () => {
  it('is not carried out under a rule that does not accept it: the alert says why, and what to write', () => {
    const story = aTimeline(policyWith());
    expect(decided(story.poll('10:00', pod))).toEqual(['notify', `nothing: ${unaccepted}`]);
    expect(story.waiting).toMatchObject([
      { kind: 'alert', erasedByStop: disk, next: { kind: 'nothing', because: unaccepted } },
    ]);
    story.deliver('10:00');
    expect(decided(story.poll('12:00', pod))).toEqual([`nothing: ${unaccepted}`]);
    expect(story.head.alerts).toMatchObject([{ phase: 'firing', announcement: null }]);
    expect(story.head.intents).toEqual([]);
  });

  it('is announced with what it erases by a rule that accepts it, and carried out after its grace', () => {
    const story = announced();
    expect(story.head.alerts).toMatchObject([{ announcement: { erases: disk } }]);
    expect(decided(story.poll('11:00', pod))).toEqual(['stop']);
    expect(story.head.intents).toMatchObject([{ kind: 'stop', erases: disk }]);
    story.carryOut('11:01', 'requested');
    story.poll('11:05', { vm: { ...pod.vm, state: 'EXITED', activity: 'stopped' } });
    expect(story.waiting).toMatchObject([{ kind: 'action-confirmed', erasedByStop: disk }]);
  });

  it('is announced anew, with a new grace, if it would now erase more than was announced', () => {
    const story = aTimeline(accepting);
    story.poll('10:00');
    story.deliver('10:00');
    expect(story.head.alerts[0]?.announcement).not.toHaveProperty('erases');
    expect(decided(story.poll('11:00', pod))).toEqual([
      'nothing: its stop erases its container disk, which its announcement did not name',
    ]);
    story.poll('11:05', { ...pod, slots: null });
    story.poll('11:15', pod);
    expect(story.waiting).toMatchObject([{ reason: 'announced', next: { kind: 'action', erases: disk } }]);
    story.deliver('11:20');
    expect(decided(story.poll('12:15', pod))).toEqual(['nothing: announced, due at 2026-11-21T12:20:00Z']);
    expect(decided(story.poll('12:30', pod))).toEqual(['stop']);
  });

  it('is not decided once the policy no longer accepts it, and is announced anew if the policy accepts it again', () => {
    const story = announced();
    story.changePolicy(policyWith());
    expect(decided(story.poll('11:00', pod))).toEqual([`nothing: ${unaccepted}`]);
    story.changePolicy(accepting);
    story.poll('11:15', pod);
    expect(story.waiting).toMatchObject([{ reason: 'announced' }]);
    expect(story.head.intents).toEqual([]);
  });

  it('is decided if by then it erases less', () => {
    const story = announced();
    expect(decided(story.poll('11:00', { vm: { erasedByStop: null } }))).toEqual(['stop']);
    expect(story.head.intents[0]).not.toHaveProperty('erases');
  });

  it('is requested only if the VM, read again, loses nothing that was not announced and accepted (invariant 5)', () => {
    const losses = fc.constantFrom(null, undefined, disk, 'its volume disk');
    fc.assert(
      fc.property(losses, losses, fc.boolean(), (before, now, isAccepted) => {
        const story = aTimeline(accepting);
        const vm = before === undefined ? {} : { erasedByStop: before };
        story.poll('10:00', { vm });
        story.deliver('10:00');
        story.poll('11:00', { vm });
        const { head } = story;
        const intent = head.intents[0] ?? expect.fail('no intent');
        const at = on('11:02');
        const checked = recheckAction(
          { intent, head, policy: isAccepted ? accepting : policyWith(), overrides: [], now: at },
          {
            resource: aVm(now === undefined ? {} : { erasedByStop: now }),
            points: usageUntil(at, times(3, 5)).points,
            bootedAt: null,
            image: null,
          },
        );
        const erasesNothing = now === null || now === undefined;
        const isFine = erasesNothing || (isAccepted && now === before);
        expect(checked.kind).toBe(isFine ? 'go' : 'cancelled');
      }),
    );
  });
});

describe('what a stop saves', () => {
  const [running, atRest] = [hourlyPrice('2'), hourlyPrice('0.25')];

  /** Stops the VM "box" at that price, and returns its notifications and the journal entry of its end. */
  function confirmed(price: string) {
    const story = aTimeline(aPolicy());
    story.poll('10:00', { vm: { price } });
    const [alert] = story.waiting;
    story.deliver('10:00');
    story.poll('11:00', { vm: { price } });
    story.carryOut('11:01', 'requested');
    story.poll('11:05', { vm: { price, state: 'EXITED', activity: 'stopped' } });
    return [
      alert,
      story.waiting[0],
      story.head.pendingWrites.journal.find(({ event }) => event === 'confirmed'),
    ];
  }

  it('is estimated from its price at rest, and confirmed when its price has fallen (invariant 14)', () => {
    const [alert, notice, logged] = confirmed('2/0.25/quoted');
    expect(alert).toMatchObject({ continuesAt: atRest });
    expect(notice).toMatchObject({ price: atRest, priceBefore: running });
    expect(logged).toMatchObject({ price: atRest, priceBefore: running });
  });

  it('is nothing, and has no field, where the price at rest is the same', () => {
    for (const it of confirmed('2')) {
      expect(it).toBeDefined();
      expect(it).not.toHaveProperty('continuesAt');
      expect(it).not.toHaveProperty('priceBefore');
    }
  });
});
