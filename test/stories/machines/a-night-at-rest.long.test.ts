import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';
import { happens, newVm, triedAt } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));

// 4 March 2026 is a Wednesday.
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account: 'main' }),
  newVm('2026-03-02T09:00:00Z', project, 'desk', { priceHr: '0.5' }),
  newVm('2026-03-02T09:00:00Z', project, 'off', { priceHr: '0.5' }),
  happens('2026-03-02T09:00:00Z', { kind: 'create-machine', project, id: 'metal', priceHr: '2' }),
  // Its owner stops this one; nothing may start it.
  triedAt('2026-03-04T12:00:30Z', { kind: 'stop-vm', project, vm: 'off' }),
];

const policy = `
version: 1
mode: enforce
caps: { per-run: 4, per-day: 20, share: 100% }
rules:
  - name: office hours
    schedule: Mon-Fri 08:00-19:00
    then: [{ stop: after 30m }, { power-off: after 30m }, { start: true }]
`;

let story: Story | undefined;
afterEach(() => story?.close());

it('a schedule stops VMs and machines for the night and starts those same ones in the morning (undo)', async () => {
  story = await tellStory({ from: '2026-03-04T18:30:00Z', events, policy });
  await story.runUntil(at('2026-03-05T09:00:00Z'));
  const asked = (await story.ledger.journal(lab, at('2026-03-04T00:00:00Z'), at('2026-03-06T00:00:00Z')))
    .filter(({ event }) => event === 'requested')
    .map(
      ({ action, subject, at: time }) =>
        `${action} ${subject.split('/').at(-1)} ${isoInstant(time).slice(8, 16)}`,
    );
  expect(asked.toSorted()).toEqual([
    'power-off metal 04T19:30',
    'power-on metal 05T08:00',
    'start desk 05T08:00',
    'stop desk 04T19:30',
  ]);
  const head = await story.ledger.head(lab);
  const resources = head?.observation?.kind === 'project' ? head.observation.resources : [];
  expect(resources.map(({ id, activity }) => `${id} ${activity}`).toSorted()).toEqual([
    'desk running',
    'metal running',
    'off stopped',
  ]);
  const done = story
    .notifications()
    .flatMap((notice) => (notice.kind === 'action-confirmed' ? [notice.action] : []));
  expect(done.toSorted()).toEqual(['power-off', 'power-on', 'start', 'stop']);
});
