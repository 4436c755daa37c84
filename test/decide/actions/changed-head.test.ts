import { describe, expect, it } from 'vitest';
import {
  canDropMessage,
  claimIntent,
  holdIntents,
  recordDeliveries,
} from '../../../lib/decide/actions/changed-head.ts';
import { recordOutcome } from '../../../lib/decide/actions/record-outcome.ts';
import { MessageId } from '../../../lib/model/ids.ts';
import type { Outcome } from '../../../lib/model/outcome.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Intent } from '../../../lib/state/intent.ts';
import { anOutcome } from '../../support/an-outcome.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

/** A head with an announcement in its outbox. */
function announced(): Head {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  return story.head;
}
/** A head with a pending stop. */
function waiting() {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  story.deliver('10:00');
  story.poll('11:00');
  const { head } = story;
  const [intent] = head.intents;
  if (intent === undefined) throw new Error('no intent');
  return { head, intent };
}

describe('a delivery', () => {
  const head = announced();
  const [message] = head.outbox;
  const id = message?.id ?? MessageId.parse('none');
  const routes = () => ['mail', 'chat'];

  it('over one of two routes leaves the message in the outbox, marked as delivered there, and starts no grace (invariant 2)', () => {
    const next = recordDeliveries(head, [{ message: id, route: 'mail' }], routes, on('10:01'));
    expect(next.outbox).toMatchObject([{ id, delivered: ['mail'] }]);
    expect(next.alerts[0]?.announcement?.deliveredAt).toBeNull();
    expect(next.pendingWrites.journal).toEqual(head.pendingWrites.journal);
  });

  it('over the last route removes the message from the outbox, starts the grace at that time, and is written to the journal', () => {
    const half = recordDeliveries(head, [{ message: id, route: 'mail' }], routes, on('10:01'));
    const next = recordDeliveries(half, [{ message: id, route: 'chat' }], routes, on('10:09'));
    expect(next.outbox).toEqual([]);
    expect(next.alerts[0]?.announcement?.deliveredAt).toBe(on('10:09'));
    expect(next.pendingWrites.journal.at(-1)).toMatchObject({ event: 'notified', at: on('10:09') });
    expect(next.seq).toBe(head.seq + 2);
  });

  it('by a clock that is behind starts no grace before the message was made (invariant 2)', () => {
    const behind = recordDeliveries(head, [{ message: id, route: 'mail' }], () => ['mail'], on('07:00'));
    expect(behind.alerts[0]?.announcement?.deliveredAt).toBe(on('10:00'));
  });

  it('that nobody is known to receive starts no grace, and its message stays in the outbox until somebody does (invariant 16)', () => {
    const logged = { message: id, route: 'mail', isConfirmed: false } as const;
    const audience = () => ['mail'];
    const unheard = recordDeliveries(head, [logged], audience, on('10:01'));
    expect(unheard.outbox).toMatchObject([{ id, delivered: ['mail'], unconfirmed: ['mail'] }]);
    expect(unheard.alerts[0]?.announcement?.deliveredAt).toBeNull();
    expect(unheard.pendingWrites.journal).toEqual(head.pendingWrites.journal);
    expect(canDropMessage(unheard, unheard.outbox[0] ?? expect.fail(), audience)).toBe(false);
    const heard = recordDeliveries(unheard, [{ message: id, route: 'chat' }], routes, on('10:40'));
    expect(heard.outbox).toEqual([]);
    expect(heard.alerts[0]?.announcement?.deliveredAt).toBe(on('10:40'));
  });

  it('that nobody is known to receive is enough for a message that announces no action', () => {
    const told = { ...head, alerts: head.alerts.map((alert) => ({ ...alert, announcement: null })) };
    const logged = { message: id, route: 'mail', isConfirmed: false } as const;
    expect(recordDeliveries(told, [logged], () => ['mail'], on('10:01')).outbox).toEqual([]);
  });

  it('that is recorded twice, as by two runs side by side, counts once', () => {
    const once = recordDeliveries(head, [{ message: id, route: 'mail' }], routes, on('10:01'));
    const twice = recordDeliveries(once, [{ message: id, route: 'mail' }], routes, on('10:02'));
    expect(twice.outbox).toEqual(once.outbox);
    const done = recordDeliveries(once, [{ message: id, route: 'chat' }], routes, on('10:03'));
    const again = recordDeliveries(done, [{ message: id, route: 'chat' }], routes, on('10:20'));
    expect(again.alerts[0]?.announcement?.deliveredAt).toBe(on('10:03'));
    expect(again.pendingWrites.journal).toEqual(done.pendingWrites.journal);
  });

  it('of a message that is no longer in the outbox changes nothing but the sequence number', () => {
    const next = recordDeliveries(
      head,
      [{ message: MessageId.parse('other'), route: 'mail' }],
      routes,
      on('10:01'),
    );
    expect(next).toEqual({ ...head, seq: head.seq + 1 });
  });
});

describe('a claim', () => {
  it('succeeds for one run only, and only before the intent expires (invariant 6)', () => {
    const { head, intent } = waiting();
    const claimed = claimIntent(head, intent.id, intent.expiresAt);
    expect(claimed?.intents).toMatchObject([
      { id: intent.id, state: { kind: 'claimed', at: intent.expiresAt } },
    ]);
    expect(claimed?.seq).toBe(head.seq + 1);
    expect(claimed && claimIntent(claimed, intent.id, on('11:02'))).toBeNull();
    expect(claimIntent(head, intent.id, later(intent.expiresAt, minutes(1)))).toBeNull();
    expect(claimIntent({ ...head, intents: [] }, intent.id, on('11:01'))).toBeNull();
  });
});

const kinds = ['requested', 'unanswered', 'cancelled', 'already-so', 'not-sent', 'refused'] as const;

/** A head with a claimed stop, and that stop. */
function claimed() {
  const { head, intent } = waiting();
  const next = claimIntent(head, intent.id, on('11:01')) ?? expect.fail('it was not claimed');
  return { head: next, intent: next.intents[0] ?? expect.fail('no intent') };
}
const recorded = (head: Head, intent: Intent, outcome: Outcome) =>
  recordOutcome(head, intent, outcome, hours(1));

describe('an outcome', () => {
  it.each(kinds)(
    '%s of an intent that no longer exists does not restore it, and is in the journal once',
    (kind) => {
      const { head, intent } = claimed();
      const outcome = anOutcome(kind, on('11:02'));
      const next = recorded({ ...head, intents: [] }, intent, outcome) ?? expect.fail('nothing was recorded');
      expect(next).toEqual({
        ...head,
        seq: head.seq + 1,
        intents: [],
        pendingWrites: { ...head.pendingWrites, journal: [...head.pendingWrites.journal, expect.anything()] },
      });
      expect(recorded(next, intent, outcome)).toBeNull();
    },
  );

  it.each(kinds)(
    '%s that is recorded twice, since the answer was lost, counts once (invariant 8)',
    (kind) => {
      const { head, intent } = claimed();
      const outcome = anOutcome(kind, on('11:02'));
      const once = recorded(head, intent, outcome) ?? expect.fail('nothing was recorded');
      expect(recorded(once, intent, outcome)).toBeNull();
    },
  );

  it('of one attempt changes nothing of another', () => {
    const { head, intent } = claimed();
    const other: Intent = { ...intent, state: { kind: 'claimed', at: on('11:05') } };
    const next = recorded({ ...head, intents: [other] }, intent, anOutcome('refused', on('11:02')));
    expect(next).toMatchObject({ intents: [other], alerts: head.alerts, outbox: head.outbox });
  });

  it('keeps every other intent, alert and message as it was', () => {
    const { head, intent } = claimed();
    const other = { ...intent, id: intent.id.replace('box', 'other') as typeof intent.id };
    const next = recorded({ ...head, intents: [intent, other] }, intent, anOutcome('requested', on('11:02')));
    expect(next?.intents).toEqual([{ ...intent, state: { kind: 'requested', at: on('11:02') } }, other]);
    expect(next).toMatchObject({ alerts: head.alerts, outbox: head.outbox });
  });
});

describe('intents held back by the caps', () => {
  const held = { because: 'too many', wanted: 9, allowed: 5, day: '2026-11-21T00:00:00Z' };

  it('are dropped, notified once a day and each written to the journal (invariant 4)', () => {
    const { head, intent } = waiting();
    const next = holdIntents(head, held, on('11:01')) ?? expect.fail('none was held');
    expect(next.intents).toEqual([]);
    expect(next.outbox).toMatchObject([
      {
        id: 'project/lab#caps#2026-11-21T00:00:00Z',
        notifications: [{ kind: 'caps-held', wanted: 9, allowed: 5 }],
      },
    ]);
    expect(next.pendingWrites.journal.at(-1)).toMatchObject({ event: 'held', subject: intent.subject });
    const again = holdIntents({ ...next, intents: [intent] }, held, on('11:16'));
    expect(again?.outbox).toHaveLength(1);
    const tomorrow = holdIntents(
      { ...next, intents: [intent] },
      { ...held, day: '2026-11-22T00:00:00Z' },
      on('22 00:01'),
    );
    expect(tomorrow?.outbox).toHaveLength(2);
  });

  it('by an order are reported to whoever gave it, although the caps were already notified that day', () => {
    const { head, intent } = waiting();
    const ordered = { ...intent, alert: null, by: 'ada' };
    const next = holdIntents({ ...head, intents: [ordered], capsNotifiedOn: held.day }, held, on('11:01'));
    expect(next?.intents).toEqual([]);
    expect(next?.outbox).toMatchObject([
      { notifications: [{ kind: 'action-failed', by: 'ada', because: 'too many', retryAfter: null }] },
    ]);
  });

  it('are only the waiting ones: a claimed intent goes on', () => {
    const { head, intent } = waiting();
    const claimed = claimIntent(head, intent.id, on('11:01'));
    expect(claimed).not.toBeNull();
    expect(claimed && holdIntents(claimed, held, on('11:01'))).toBeNull();
  });
});
