import { afterEach, expect, it } from 'vitest';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { localMinute } from '../../../lib/model/time/period.ts';
import { type Instant, isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const zone = 'Europe/London';
const before = '2026-03-20T09:00:00Z';
const busy = { kind: 'constant', cpu: 40, network: 90_000 } as const;

// On Sunday 29 March 2026 London's clocks go from 01:00 to 02:00. Each VM is left alone from another hour on.
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: project, account: 'main' }),
  ...Object.entries({
    saturday: '2026-03-28T07:00:00Z',
    night: '2026-03-28T19:00:00Z',
    sunday: '2026-03-29T05:00:00Z',
  }).flatMap(([vm, quietFrom]) => [
    newVm(before, project, vm, { priceHr: '0.5', workload: busy }),
    happens(quietFrom, { kind: 'set-workload', project, vm, workload: { kind: 'abandoned' } }),
  ]),
];
const policy = `
version: 1
timezone: ${zone}
mode: enforce
caps: { per-run: 4, per-day: 20, share: 100% }
business-hours: daily 08:00-18:00
rules:
  - { name: forgotten, idle: 3h, then: [{ stop: after 1h }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

const local = (instant: Instant): string => localMinute(instant, zone).slice(5);

it('both go by the clocks on the wall, over the night in which these skip an hour', async () => {
  story = await tellStory({ from: '2026-03-28T07:00:00Z', events, policy, every: minutes(30) });
  const { ledger } = story;
  // Until 03:00 by the clocks, which is three hours and a half from then.
  const now = at('2026-03-28T22:35:00Z');
  await story.runUntil(now);
  const paused = await pause(ledger, {
    author: 'ada',
    reason: 'a long run',
    now,
    policy: null,
    pollEvery: minutes(30),
    asked: '*',
    until: at('2026-03-29T02:00:00Z'),
  });
  expect(paused).toMatchObject({ kind: 'placed' });
  await story.runUntil(at('2026-03-29T18:00:00Z'));

  const announced = story.said.flatMap(({ at: when, message }) =>
    message.notifications.flatMap((notice) =>
      notice.kind === 'alert' && notice.next.kind === 'action'
        ? [`${local(when)} ${vmOf(notice)}, not before ${earliestIn(renderMessage(message, { zone }).body)}`]
        : [],
    ),
  );
  expect(announced).toEqual([
    '03-28 10:30 saturday, not before 2026-03-28 11:30',
    '03-28 22:30 night, not before 2026-03-28 23:30',
    // Once the pause is over, with the whole grace anew (invariant 2).
    '03-29 03:00 night, not before 2026-03-29 04:00',
    '03-29 09:30 sunday, not before 2026-03-29 10:30',
  ]);
  const log = await ledger.journal(lab, at(before), at('2026-04-01T00:00:00Z'));
  const asked = log.filter(({ event }) => event === 'requested');
  expect(asked.map((entry) => `${isoInstant(entry.at).slice(5, 16)} ${vmOf(entry)}`)).toEqual([
    // Found in business hours, and stopped at the end of them: at 18:00 by London's clocks both days.
    '03-28T18:00 saturday',
    '03-29T03:00 night',
    '03-29T17:00 sunday',
  ]);
});

const vmOf = ({ subject }: { readonly subject: string }) => subject.split('/').at(-1);
const earliestIn = (body: string) =>
  /not before (\S+\s\S+) \(Europe\/London\)/.exec(body.replaceAll(/\s+/g, ' '))?.[1];
