import { describe, expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { anActor } from './an-actor.ts';
import { actsThat, type DueAction, dueAction, everyAction } from './due-acts.ts';

/** Runs of act for which this action is due. */
const actorFor = (due: DueAction, answers: Answers = {}) =>
  anActor([due.head], { policy: due.policy, answers: { ...due.shows(), ...answers } });
/** The platform's answer to the request itself. */
const answering = ({ request }: DueAction, answer: () => unknown): Answers => ({
  [request.operation]: answer,
});

describe.each(everyAction)('%s that is due', (name) => {
  const due = dueAction(name);

  it('is requested with the right operation and body, once by however many runs (invariant 6)', async () => {
    const actor = await actorFor(due);
    await Promise.all([actor.run(due.clock), actor.run(due.clock), actor.run(due.clock)]);
    await actor.run(due.clock);
    expect(actor.requests).toEqual([due.request]);
    const head = await actor.head();
    expect(head.intents).toMatchObject([{ state: { kind: 'requested', at: on(due.clock) } }]);
    expect(head.pendingWrites.journal.at(-1)).toMatchObject({ event: 'requested', action: due.action });
  });

  it('is read right before, and not requested when that reading is older than four seconds (invariant 5)', async () => {
    const slow = Object.fromEntries(
      Object.entries(due.shows()).map(([operation, answer]) => [
        operation,
        (input: Readonly<Record<string, unknown>>) => {
          actor.clock.pass(minutes(1));
          return answer(input);
        },
      ]),
    );
    const actor = await actorFor(due, slow);
    expect((await actor.run(due.clock)).carried).toMatchObject([
      { outcome: { kind: 'not-sent', because: 'reading it again took too long' } },
    ]);
    expect(actor.requests).toEqual([]);
  });

  it('is never requested twice when the run that claimed it dies (invariant 6)', async () => {
    let dies = false;
    const actor = await anActor([due.head], {
      policy: due.policy,
      answers: due.shows(),
      worsen: (inner) => ({
        ...inner,
        commit: (head) => {
          if (dies) return Promise.reject(new LedgerError('died'));
          dies = head.intents.some(({ state }) => state.kind === 'claimed');
          return inner.commit(head);
        },
      }),
    });
    await actor.run(due.clock);
    dies = false;
    await actor.run(due.clock);
    expect(actor.requests).toHaveLength(1);
    expect(await actor.head()).toMatchObject({ intents: [{ state: { kind: 'claimed' } }] });
  });

  it('that gets no clear answer is not requested again, and stays open for the next poll', async () => {
    const actor = await actorFor(
      due,
      answering(due, () => {
        throw failing('timeout', 'no reply in 10 s');
      }),
    );
    await actor.run(due.clock);
    await actor.run(due.clock);
    expect(actor.requests).toHaveLength(1);
    expect(await actor.head()).toMatchObject({
      intents: [{ state: { kind: 'unanswered', because: 'no clear answer (scripted: no reply in 10 s)' } }],
      outbox: due.head.outbox,
    });
  });

  it('that cannot be read again is not requested (invariant 1)', async () => {
    const unread = Object.keys(due.shows()).map((operation) => [
      operation,
      () => {
        throw failing('unavailable', '503');
      },
    ]);
    const actor = await actorFor(due, Object.fromEntries(unread));
    expect((await actor.run(due.clock)).carried).toMatchObject([
      { outcome: { kind: 'not-sent', because: 'it could not be read again: scripted: 503' } },
    ]);
    expect(actor.requests).toEqual([]);
    expect((await actor.head()).intents).toEqual([]);
  });

  it('that the platform refuses is reported, and tried again no sooner than an hour later, or never if a person ordered it', async () => {
    const actor = await actorFor(
      due,
      answering(due, () => {
        throw failing('conflict', 'it is busy');
      }),
    );
    await actor.run(due.clock);
    const head = await actor.head();
    const { alert: key, by } = due.head.intents[0] ?? expect.fail('no intent');
    const again = on(due.clock) + minutes(60);
    expect(head.intents).toEqual([]);
    expect(head.outbox.at(-1)).toMatchObject({
      severity: 'warning',
      notifications: [
        {
          kind: 'action-failed',
          action: due.action,
          because: 'the platform refused: scripted: it is busy',
          retryAfter: by === null ? again : null,
          by,
        },
      ],
    });
    if (key !== null)
      expect(head.alerts.find((alert) => alert.key === key)).toMatchObject({ tries: 1, retryAfter: again });
    else if (by === null) expect(head.stops).toMatchObject([{ retryAfter: again, unsent: 0 }]);
  });
});

it.each(actsThat(({ action }) => action !== 'image'))(
  '%s that is done already is not requested',
  async (name) => {
    const due = dueAction(name);
    const actor = await actorFor(due, due.shows(due.done));
    expect((await actor.run(due.clock)).carried).toMatchObject([{ outcome: { kind: 'already-so' } }]);
    expect(actor.requests).toEqual([]);
    expect((await actor.head()).intents).toEqual([]);
  },
);

it('an image that exists already, as after a lost answer, is not made twice', async () => {
  const due = dueAction('an image');
  const image = { id: due.head.intents[0]?.image, state: 'CREATING' };
  const lost: Answers = {
    createImage: () => {
      throw failing('timeout', 'no reply in 10 s');
    },
    listImages: () => [image],
  };
  const actor = await actorFor(due, lost);
  expect((await actor.run(due.clock)).carried).toMatchObject([
    { outcome: { kind: 'requested', because: 'no clear answer, but it is CREATING' } },
  ]);
  const again = await actorFor(due, {
    ...lost,
    createImage: () => {
      throw failing('conflict', 'the name is taken');
    },
  });
  expect((await again.run(due.clock)).carried).toMatchObject([{ outcome: { kind: 'already-so' } }]);
});
