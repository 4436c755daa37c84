import { expect, it } from 'vitest';
import { minutes } from '../../lib/model/time/time.ts';
import { happens } from '../../lib/simulators/compute/scenario.ts';
import { at, tellStory } from '../support/story.ts';

const events = [
  happens('2026-02-17T00:00:00Z', { kind: 'open-account', id: 'main' }),
  happens('2026-02-17T00:00:01Z', { kind: 'create-project', id: 'lab', account: 'main' }),
  happens('2026-03-01T00:00:02Z', { kind: 'create-vm', project: 'lab', id: 'old', priceHr: '2' }),
  happens('2026-02-18T00:00:00Z', {
    kind: 'create-machine',
    project: 'lab',
    id: 'metal',
    priceHr: '3',
    // The platform shows only the term: the end is a month after the creation.
    commitment: 'COMMITMENT_TERM_1_MONTH',
  }),
  happens('2026-03-12T12:10:00Z', { kind: 'create-vm', project: 'lab', id: 'huge', priceHr: '20' }),
  happens('2026-03-12T20:10:00Z', { kind: 'suspend-account', account: 'main', reason: 'payment' }),
  happens('2026-03-12T22:10:00Z', { kind: 'reinstate-account', account: 'main' }),
];
const policy = `
version: 1
rules:
  - { name: pace, rate: 20 USD an hour, match: { project: lab } }
  - { name: unusual, anomaly: default, match: { project: lab } }
  - { name: too old, lifetime: 7d, match: { kind: vm } }
  - { name: ending, commitment: [7d, 1d] }
  - { name: standing, account-state: active }
  - { name: books, reconcile: default }
`;

it('the burn rate, an anomaly, an age, the end of a commitment and a suspension are each notified in their hour, and the reported and metered spend agree', async () => {
  const story = await tellStory({ from: '2026-03-10T00:00:00Z', events, policy, every: minutes(30) });
  await story.runUntil(at('2026-03-13T00:00:00Z'));
  await story.close();
  const told = story.said.flatMap(({ at: sentAt, message }) =>
    message.notifications.map((notice) => {
      const what = notice.kind === 'alert' ? `${notice.reason} ${notice.severity}` : notice.kind;
      return `${new Date(sentAt).toISOString().slice(5, 16)} ${notice.rule}: ${notice.subject} ${what}`;
    }),
  );
  const of = (rule: string) => told.filter((line) => line.includes(` ${rule}: `));
  expect(of('too old')[0]).toBe('03-10T00:00 too old: project/lab/vm/old new warning');
  expect(of('ending')[0]).toMatch(/^03-1[01]T00:00 ending: project\/lab\/machine\/metal new/);
  expect(of('pace')[0]).toBe('03-12T12:30 pace: project/lab new warning');
  expect(of('unusual')[0]).toMatch(/^03-12T13:[03]0 unusual: project\/lab new/);
  expect(of('standing')).toEqual([
    '03-12T20:30 standing: account/main new critical',
    '03-12T22:30 standing: account/main resolved',
  ]);
  expect(of('books')).toEqual([]);
  // Rules without actions stop nothing.
  expect(story.world.state().projects.size).toBe(1);
  const { alerts, intents } =
    (await story.ledger.heads()).find(({ target }) => target === 'project/lab') ?? {};
  expect(intents).toEqual([]);
  expect(
    alerts
      ?.filter(({ phase }) => phase === 'firing')
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(expect.arrayContaining(['commitment', 'lifetime', 'rate']));
});
