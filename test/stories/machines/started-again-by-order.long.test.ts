import { afterEach, expect, it } from 'vitest';
import { order } from '../../../lib/jobs/overrides/order.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const before = '2026-03-02T09:00:00Z';
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: project, account: 'main' }),
  newVm(before, project, 'box', { priceHr: '0.5' }),
];
const policy = `
version: 1
mode: enforce
rules:
  - name: forgotten
    idle: 2h
    cool-off: 8h
    then: [{ stop: after 1h }, { terminate: after 4h, notice: 1h, without-image: true }]
`;

let story: Story | undefined;
afterEach(() => story?.close());

const time = (clock: string) => at(`2026-03-04T${clock}:00Z`);

it('what a rule stopped is started when a person orders it, and left alone for the cool-off though it idles (invariant 7)', async () => {
  story = await tellStory({ from: '2026-03-04T00:00:00Z', events, policy, every: minutes(15) });
  const { ledger } = story;
  // An hour before it would be deleted, when that was announced.
  await story.runUntil(time('06:30'));
  const now = time('06:32');
  const ada = { author: 'ada', reason: 'needed after all', now, policy: null, pollEvery: minutes(15) };
  expect(await order(ledger, { ...ada, action: 'start', asked: 'box' })).toMatchObject({ kind: 'placed' });
  await story.runUntil(time('18:00'));

  const told = story.said.flatMap(({ at: when, message }) =>
    message.notifications.map((notice) => {
      const what =
        notice.kind === 'alert'
          ? notice.next.kind === 'nothing'
            ? `alert: ${notice.next.because}`
            : `${notice.next.kind} ${notice.next.action}`
          : notice.kind === 'action-confirmed'
            ? `done ${notice.action} by ${notice.by ?? 'the rule'}`
            : `${notice.kind}: ${notice.because}`;
      return `${isoInstant(when).slice(11, 16)} ${what}`;
    }),
  );
  expect(told).toMatchInlineSnapshot(`
    [
      "01:30 action stop",
      "02:45 done stop by the rule",
      "05:45 action terminate",
      "07:00 done start by ada",
      "07:00 resolved: is no longer at rest (ACTIVE)",
      "09:00 alert: it runs again after a stop, or was never stopped; it is left alone for 8 h, until 2026-03-04T15:00:00Z",
      "15:00 action stop",
      "16:15 done stop by the rule",
    ]
  `);
  const acts = (await ledger.journal(lab, time('00:00'), time('23:00'))).filter(
    ({ event }) => event === 'requested',
  );
  expect(
    acts.map(({ action, by, at: when }) => [isoInstant(when).slice(11, 16), action, by]),
  ).toMatchInlineSnapshot(`
    [
      [
        "02:30",
        "stop",
        undefined,
      ],
      [
        "06:45",
        "start",
        "ada",
      ],
      [
        "16:00",
        "stop",
        undefined,
      ],
    ]
  `);
});
