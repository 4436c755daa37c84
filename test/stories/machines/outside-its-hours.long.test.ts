import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { between, isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm, triedAt } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const busy = { kind: 'constant', cpu: 40, network: 90_000 } as const;

// 4 March 2026 is a Wednesday, and London's clocks show UTC.
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account: 'main' }),
  newVm('2026-03-02T09:00:00Z', project, 'desk', { priceHr: '0.5', workload: busy }),
  newVm('2026-03-02T09:00:00Z', project, 'trainer', {
    priceHr: '3.1',
    machineType: 'sapphire-rapids-a100',
    gpus: 8,
    workload: { kind: 'training' },
  }),
  newVm('2026-03-02T09:00:00Z', project, 'kept', { priceHr: '0.4', metadata: { spendwatch: 'keep' } }),
  newVm('2026-03-02T09:00:00Z', project, 'own', { priceHr: '0.4' }),
  triedAt('2026-03-04T18:00:30Z', { kind: 'stop-vm', project, vm: 'own' }),
  triedAt('2026-03-04T20:30:30Z', { kind: 'start-vm', project, vm: 'own' }),
  triedAt('2026-03-04T21:00:30Z', { kind: 'start-vm', project, vm: 'desk' }),
];

const policy = (mode: 'observe' | 'enforce') => `
version: 1
timezone: Europe/London
mode: ${mode}
caps: { per-run: 4, per-day: 20, share: 100% }
rules:
  - { name: office hours, schedule: Mon-Fri 08:00-19:00, then: [{ stop: after 30m }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

async function running(): Promise<readonly string[]> {
  const head = await story?.ledger.head(lab);
  if (head?.observation?.kind !== 'project') throw new TypeError('not seen');
  return head.observation.resources.filter(({ state }) => state === 'ACTIVE').map(({ id }) => id);
}

async function stops(): Promise<readonly string[]> {
  const entries =
    (await story?.ledger.journal(lab, at('2026-03-04T00:00:00Z'), at('2026-03-07T00:00:00Z'))) ?? [];
  return entries
    .filter(({ event }) => event === 'requested')
    .map(({ subject, at: askedAt }) => `${subject.split('/').at(-1)} ${isoInstant(askedAt).slice(8, 13)}h`);
}

it('stops what runs on after the announced grace, GPUs and all, and lets a person have the night', async () => {
  story = await tellStory({ from: '2026-03-04T17:00:00Z', events, policy: policy('enforce') });
  await story.runUntil(at('2026-03-04T18:55:00Z'));
  expect(story.said).toEqual([]);

  // Invariant 2: the grace runs from the delivery of the announcement.
  await story.runUntil(at('2026-03-04T20:00:00Z'));
  const [announced] = story.said;
  expect(announced && isoInstant(announced.at)).toBe('2026-03-04T19:00:00Z');
  expect(announced?.message.notifications.map(({ subject }) => subject.split('/').at(-1))).toEqual([
    'desk',
    'kept',
    'trainer',
  ]);
  expect(await stops()).toEqual(['desk 04T19h', 'trainer 04T19h']);
  const asked = await story.ledger.journal(lab, at('2026-03-04T19:00:00Z'), at('2026-03-04T20:00:00Z'));
  for (const entry of asked.filter(({ event }) => event === 'requested'))
    expect(announced && between(announced.at, entry.at)).toBeGreaterThanOrEqual(minutes(30));
  expect(await running()).toEqual(['kept']);

  // Invariant 7: what was started by hand, after our stop or its owner's, runs on until its hours begin.
  await story.runUntil(at('2026-03-05T07:55:00Z'));
  expect(await running()).toEqual(['desk', 'kept', 'own']);
  const tonight = story
    .notifications()
    .filter(({ subject, kind }) => subject.endsWith('/own') && kind === 'alert');
  expect(tonight).toMatchObject([
    { next: { kind: 'nothing', because: expect.stringContaining('left alone') } },
  ]);

  // The next night is another: what still runs is announced and stopped again, if no one keeps it.
  await story.runUntil(at('2026-03-05T18:55:00Z'));
  expect(await stops()).toHaveLength(2);
  await story.runUntil(at('2026-03-05T20:00:00Z'));
  expect((await stops()).slice(2)).toEqual(['desk 05T19h', 'own 05T19h']);
  expect(await running()).toEqual(['kept']);
});

it('stops nothing in observe mode, and takes back what it said when the hours begin (invariant 13)', async () => {
  story = await tellStory({
    from: '2026-03-04T18:30:00Z',
    events: events.slice(0, 4),
    policy: policy('observe'),
  });
  await story.runUntil(at('2026-03-05T08:10:00Z'));
  expect(await stops()).toEqual([]);
  expect(await running()).toEqual(['desk', 'trainer']);
  expect(story.notifications().map(({ kind }) => kind)).toEqual(['alert', 'alert', 'resolved', 'resolved']);
  expect(story.notifications()).toMatchObject([
    { next: { kind: 'not-enforced', action: 'stop', after: minutes(30) } },
    { next: { kind: 'not-enforced', action: 'stop', after: minutes(30) } },
    { because: 'its hours began at 2026-03-05 08:00' },
    { because: 'its hours began at 2026-03-05 08:00' },
  ]);
});
