import { afterEach, expect, it } from 'vitest';
import { isoInstant } from '../../lib/model/time/time.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../support/story.ts';

const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'lab', account: 'main' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'site', account: 'main' }),
  newVm('2026-03-02T00:00:00Z', 'lab', 'box', { priceHr: '1' }),
  newVm('2026-03-02T00:00:00Z', 'site', 'box', { priceHr: '1' }),
];
const policy = `
version: 1
rules:
  - { name: sight, freshness: default }
`;
const from = '2026-03-10T09:00:00Z';

let story: Story | undefined;
afterEach(() => story?.close());

/** "10:15 account/main warning watcher", or "resolved" in place of what is missing. */
const told = () =>
  story?.said.flatMap(({ at: when, message }) =>
    message.notifications.map((notice) => {
      const matter = notice.kind === 'alert' && notice.figures.kind === 'freshness' && notice.figures.of;
      const clock = isoInstant(when).slice(11, 16);
      return `${clock} ${notice.subject} ${notice.severity} ${matter || notice.kind}`;
    }),
  ) ?? [];

it.each(['whole', 'platform-2024', 'platform-2026', 'specification'] as const)(
  'no alert fires while everything that %s offers is polled',
  async (dialect) => {
    story = await tellStory({ from, events, policy, dialect });
    await story.runUntil(at('2026-03-10T15:00:00Z'));
    expect(told()).toEqual([]);
  },
);

it('a project whose lists fail causes a warning after 15 minutes, a critical alert after an hour, and a resolution; the other project causes none', async () => {
  const fault = { kind: 'unavailable', probability: 1, project: 'lab' } as const;
  story = await tellStory({
    from,
    events,
    policy,
    faults: [{ ...fault, from: at('2026-03-10T10:00:00Z'), until: at('2026-03-10T11:10:00Z') }],
  });
  await story.runUntil(at('2026-03-10T12:00:00Z'));
  expect(told()).toEqual([
    '10:10 project/lab warning target',
    '10:55 project/lab critical target',
    '11:25 project/lab info resolved',
  ]);
});
