import { describe, expect, it } from 'vitest';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced } from './an-actor.ts';

describe('messages', () => {
  it('are sent over every route and then recorded, in that order', async () => {
    const actor = await anActor([announced()]);
    expect(await actor.run('10:02', ['mail', 'chat'])).toMatchObject({ delivered: 2, undelivered: 0 });
    expect(actor.order).toEqual(['send mail', 'send chat', 'commit']);
    expect(new Set(actor.sent.map(({ id }) => id)).size).toBe(1);
    const head = await actor.head();
    expect(head).toMatchObject({
      seq: 2,
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('10:02') } }],
    });
    expect(head.pendingWrites.journal.at(-1)).toMatchObject({ event: 'notified', at: on('10:02') });
  });

  it.each([
    ['refuses', { kind: 'failed', because: 'HTTP 500' }, 'HTTP 500'],
    ['breaks', 'throws', 'delivery failed with TypeError'],
  ] as const)(
    'wait for the one route of two that %s, which alone is tried again; the grace waits with them (invariant 2)',
    async (_, fault, because) => {
      const actor = await anActor([announced()]);
      actor.broken.set('chat', fault);
      expect(await actor.run('10:02', ['mail', 'chat'])).toMatchObject({ delivered: 1, undelivered: 1 });
      expect(await actor.head()).toMatchObject({
        outbox: [{ delivered: ['mail'] }],
        alerts: [{ announcement: { deliveredAt: null } }],
      });
      expect(actor.lines[0]).toContain(because);
      expect(actor.lines.join()).not.toContain('secret');
      actor.broken.clear();
      await actor.run('10:17', ['mail', 'chat']);
      expect(actor.sent.map(({ route, at }) => [route, at])).toEqual([
        ['mail', on('10:02')],
        ['chat', on('10:17')],
      ]);
      expect(await actor.head()).toMatchObject({
        outbox: [],
        alerts: [{ announcement: { deliveredAt: on('10:17') } }],
      });
    },
  );

  it('do not wait for a route that no longer exists', async () => {
    const actor = await anActor([announced()]);
    actor.broken.set('chat', { kind: 'failed', because: 'gone' });
    await actor.run('10:02', ['mail', 'chat']);
    await actor.run('10:07', ['mail']);
    expect(await actor.head()).toMatchObject({
      outbox: [],
      alerts: [{ announcement: { deliveredAt: on('10:07') } }],
    });
  });

  it('are kept while there is no route at all', async () => {
    const actor = await anActor([announced()]);
    await actor.run('10:02', []);
    expect(await actor.head()).toMatchObject({ seq: 1, outbox: [{ delivered: [] }] });
  });

  it('are repeated rather than lost when the run dies before it records them, under the same id (invariant 8)', async () => {
    let dies = true;
    const actor = await anActor([announced()], {
      worsen: (inner) => ({
        ...inner,
        commit: (head) => (dies ? Promise.reject(new LedgerError('died')) : inner.commit(head)),
      }),
    });
    await actor.run('10:02');
    expect(actor.lines).toEqual([`delivery-not-recorded ${lab} LedgerError: died`]);
    dies = false;
    await actor.run('10:07');
    expect(actor.sent.map(({ id }) => id)).toEqual([actor.sent[0]?.id, actor.sent[0]?.id]);
    expect(await actor.head()).toMatchObject({ alerts: [{ announcement: { deliveredAt: on('10:07') } }] });
  });

  it('are recorded on the newest head when a turn commits in between', async () => {
    let isFirst = true;
    const actor = await anActor([announced()], {
      worsen: (inner) => ({
        ...inner,
        commit: async (head) => {
          const stored = await inner.head(head.target);
          if (isFirst && stored) await inner.commit({ ...stored, seq: stored.seq + 1, failedPolls: 7 });
          isFirst = false;
          return inner.commit(head);
        },
      }),
    });
    await actor.run('10:02');
    expect(await actor.head()).toMatchObject({ seq: 3, failedPolls: 7, outbox: [] });
    expect(actor.sent).toHaveLength(1);
  });

  it('are sent although the clock that wrote them and this one are off in opposite directions within the tolerance', async () => {
    const actor = await anActor([announced()]);
    // Announced at 10:00 by a clock that is 9 minutes ahead, and sent by one that is 9 minutes behind.
    await actor.run('09:42');
    expect(actor.sent).toHaveLength(1);
    const [alert] = (await actor.head()).alerts;
    // The grace starts at the later of the two times.
    expect(alert?.announcement?.deliveredAt).toBe(on('10:00'));
    const early = await anActor([announced()]);
    await early.run('09:39');
    expect(early.sent).toEqual([]);
  });
});
