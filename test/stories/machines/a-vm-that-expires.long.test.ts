import { afterEach, expect, it } from 'vitest';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

let story: Story | undefined;
afterEach(() => story?.close());

const policy = `
version: 1
rules:
  - { name: ends, commitment: [7d, 1d] }
  - { name: idlers, idle: 1h, then: [{ stop: after 1h }] }
`;

it('8. a VM that expires is notified in time, every message about it states that, and the alert resolves when it is gone', async () => {
  story = await tellStory({
    from: '2026-03-02T00:05:00Z',
    events: [
      happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm('2026-03-01T08:00:00Z', 'lab', 'trial', {
        priceHr: '1',
        expires: at('2026-03-03T12:00:00Z'),
      }),
    ],
    policy,
    every: minutes(15),
  });
  await story.runUntil(at('2026-03-03T13:00:00Z'));
  const told = story.said.flatMap(({ at, message }) =>
    message.notifications.flatMap((notice) =>
      notice.rule === 'ends' ? [`${isoInstant(at).slice(8, 16)} ${notice.severity} ${notice.kind}`] : [],
    ),
  );
  expect(told).toEqual(['02T00:05 critical alert', '02T12:05 critical alert', '03T12:05 info resolved']);
  const idle = story.said.find(({ message }) => message.notifications.some(({ rule }) => rule === 'idlers'));
  expect(idle).toBeDefined();
  if (idle !== undefined) expect(renderMessage(idle.message, { zone: 'UTC' }).body).toContain('It expires');
});
