import { afterEach, expect, it } from 'vitest';
import { hours, isoInstant } from '../../../lib/model/time/time.ts';
import { happens, newVm, triedAt } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';
import { isWhole } from '../../support/tier.ts';

const project = 'lab';
const made = '2026-03-02T09:00:00Z';
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account: 'main' }),
  newVm(made, project, 'stopped', { priceHr: '0.62' }),
  newVm(made, project, 'running', { priceHr: '0.5' }),
  happens(made, { kind: 'create-machine', project, id: 'metal', priceHr: '2' }),
  happens(made, { kind: 'create-disk', project, id: 'loose', sizeGib: 100 }),
  happens(made, { kind: 'create-disk', project, id: 'fast', sizeGib: 100, vm: 'running' }),
  happens(made, { kind: 'create-volume', project, id: 'data', sizeGib: 500, usedGib: 40 }),
  happens('2026-03-02T12:00:00Z', { kind: 'create-image', project, id: 'backup', vm: 'running' }),
  happens('2026-03-03T09:00:00Z', { kind: 'stop-vm', project, vm: 'stopped' }),
  happens('2026-03-03T09:00:00Z', { kind: 'set-power', project, machine: 'metal', power: 'OFF' }),
];

const policy = `
version: 1
rules:
  - { name: leftovers, waste: all }
  - { name: quiet volumes, waste: untouched-volume, after: 7d }
`;

let story: Story | undefined;
afterEach(() => story?.close());

const told = () =>
  (story?.said ?? []).flatMap(({ at: sentAt, message }) =>
    message.notifications.map(
      ({ kind, subject, rule }) =>
        `${isoInstant(sentAt).slice(8, 13)} ${rule}: ${kind} ${subject.split('/').at(-1)}`,
    ),
  );

it.runIf(isWhole())(
  'waste is notified after a day, once a day while it lasts, and when it ends',
  async () => {
    story = await tellStory({
      from: '2026-03-04T00:00:00Z',
      every: hours(1),
      events: [
        ...events,
        triedAt('2026-03-05T12:30:00Z', { kind: 'start-vm', project, vm: 'stopped' }),
        triedAt('2026-03-05T12:30:00Z', { kind: 'delete-disk', project, disk: 'loose' }),
      ],
      policy,
    });
    await story.runUntil(at('2026-03-04T23:00:00Z'));
    expect(story.said).toEqual([]);

    await story.runUntil(at('2026-03-05T10:00:00Z'));
    const wasted = ['backup', 'loose', 'metal', 'stopped'];
    expect(
      told()
        .map((line) => line.slice(6))
        .sort(),
    ).toEqual(wasted.map((id) => `leftovers: alert ${id}`));

    await story.runUntil(at('2026-03-05T20:00:00Z'));
    expect(told().slice(4).sort()).toEqual([
      '05T13 leftovers: resolved loose',
      '05T13 leftovers: resolved stopped',
    ]);

    await story.runUntil(at('2026-03-06T10:00:00Z'));
    expect(
      told()
        .slice(6)
        .map((line) => line.slice(6))
        .sort(),
    ).toEqual(['leftovers: alert backup', 'leftovers: alert metal']);

    await story.runUntil(at('2026-03-11T10:00:00Z'));
    expect(told().filter((line) => line.includes('quiet'))).toEqual([
      expect.stringContaining('quiet volumes: alert data'),
    ]);
  },
);
