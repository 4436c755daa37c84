import { afterEach, expect, it } from 'vitest';
import { coverageOfAll } from '../../../lib/jobs/queries/coverage-of-all.ts';
import { readSavings } from '../../../lib/jobs/queries/read-savings.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { formatCoveredMinutes } from '../../../lib/model/money/coverage.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm, triedAt } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const quiet = { kind: 'constant', cpu: 1, network: 100 } as const;

const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account: 'main' }),
  newVm('2026-03-01T09:00:00Z', project, 'forgotten', { priceHr: '0.5', workload: quiet }),
  newVm('2026-03-01T09:00:00Z', project, 'missed', { priceHr: '0.7', workload: quiet }),
  // Somebody needs this one after all, an hour before it would be deleted.
  triedAt('2026-03-05T15:40:00Z', { kind: 'start-vm', project, vm: 'missed' }),
];

const policy = (mode: 'observe' | 'enforce') => `
version: 1
mode: ${mode}
caps: { per-run: 4, per-day: 20, share: 100% }
rules:
  - name: forgotten machines
    idle: 4h
    then:
      - stop: after 1h
      - { image: after 2d, notice: 1h }
      - { terminate: after 3d, notice: 12h }
`;

let story: Story | undefined;
afterEach(() => story?.close());

async function told(subject: string): Promise<readonly string[]> {
  return (story?.notifications() ?? [])
    .filter((notice) => notice.subject === `project/lab/vm/${subject}`)
    .map((notice) => {
      if (notice.kind === 'alert')
        return `${notice.next.kind} ${notice.next.kind === 'nothing' ? '' : notice.next.action}`;
      return notice.kind === 'action-confirmed' ? `done ${notice.action}` : notice.kind;
    });
}

it('spendwatch stops, images and deletes a forgotten VM, announces each action, and saves money only by the deletion', async () => {
  story = await tellStory({
    from: '2026-03-02T12:00:00Z',
    events,
    policy: policy('enforce'),
    every: minutes(15),
  });
  await story.runUntil(at('2026-03-06T00:00:00Z'));

  expect(await told('forgotten')).toEqual([
    'action stop',
    'done stop',
    'action image',
    'done image',
    'action terminate',
    'done terminate',
  ]);
  const asked = (await story.ledger.journal(lab, at('2026-03-02T00:00:00Z'), at('2026-03-07T00:00:00Z')))
    .filter(({ event, subject }) => event === 'requested' && subject.endsWith('/forgotten'))
    .map((entry) => `${entry.action} ${isoInstant(entry.at).slice(8, 16)}`);
  // Monitored since noon; found after its window, stopped after the hour; imaged two days after it was seen at rest, deleted after three.
  expect(asked).toEqual(['stop 02T16:30', 'image 04T16:45', 'terminate 05T16:45']);

  // Only the deletion ends the charge.
  const confirmed = story.notifications().filter((notice) => notice.kind === 'action-confirmed');
  expect(confirmed.filter(({ subject }) => subject.endsWith('/forgotten'))).toMatchObject([
    { action: 'stop', price: expect.anything() },
    { action: 'image', image: expect.stringMatching(/^spendwatch-forgotten-/) },
    { action: 'terminate', price: expect.anything() },
  ]);
  const head = await story.ledger.head(lab);
  const resources = head?.observation?.kind === 'project' ? head.observation.resources : [];
  expect(resources.filter(({ kind }) => kind === 'vm').map(({ id }) => id)).toEqual(['missed']);
  expect(resources.filter(({ kind }) => kind === 'image')).toHaveLength(2);

  // Invariant 14, from the journal and the account's burn rate.
  const now = at('2026-03-06T00:00:00Z');
  const interval = { from: at('2026-03-01T00:00:00Z'), until: now };
  const heads = await story.ledger.heads();
  const savings = await readSavings(story.ledger, { heads, interval, now });
  // Monitored since noon of the second day: savings are of that time only.
  const coverage = await coverageOfAll(story.ledger, heads, interval, { now, zone: 'UTC' });
  expect(coverage && formatCoveredMinutes(coverage.watched, coverage)).toBe('5,040 of 7,200 minutes');
  expect(savings.avoided).toMatchObject([{ subject: 'project/lab/vm/forgotten' }]);
  expect(savings.totals.avoided.toFixed()).toBe('0.5');
  const rested = savings.notSaved.map(({ subject, isOver }) => [subject.split('/').at(-1), isOver]);
  expect(rested.toSorted()).toEqual([
    ['forgotten', true],
    ['missed', true],
  ]);
  const falls = savings.measured.map(({ fall }) => fall.toFixed());
  expect(falls).toEqual(['0', '0.5']);
});
