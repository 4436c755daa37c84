import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { nextAction } from '../../support/builders/step-builders.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const account = 'main';
const project = 'lab';
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: account, paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account }),
  newVm('2026-03-02T09:00:00Z', project, 'forgotten', { priceHr: '0.62' }),
  newVm('2026-03-02T09:00:00Z', project, 'busy', {
    priceHr: '0.5',
    workload: { kind: 'constant', cpu: 40, network: 90_000 },
  }),
  newVm('2026-03-02T09:00:00Z', project, 'trainer', {
    priceHr: '3.1',
    machineType: 'sapphire-rapids-a100',
    gpus: 8,
    workload: { kind: 'training' },
  }),
  newVm('2026-03-02T09:00:00Z', project, 'standby', { priceHr: '0.4', metadata: { env: 'production' } }),
  newVm('2026-03-02T09:00:00Z', project, 'kept', { priceHr: '0.4', metadata: { spendwatch: 'keep' } }),
];

const policy = (mode: 'observe' | 'enforce') => `
version: 1
mode: ${mode}
protect: [{ metadata: { env: production } }]
caps: { per-run: 3, per-day: 3, share: 50% }
rules:
  - { name: forgotten machines, idle: 4h, then: [{ stop: after 1h }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

const lab = projectTarget(null, ProjectId.parse(project));
const labsDay = [lab, at('2026-03-04T00:00:00Z'), at('2026-03-06T00:00:00Z')] as const;

/** The states of the VMs in the newest poll. */
async function statesNow(): Promise<Record<string, string>> {
  const head = await story?.ledger.head(lab);
  if (head?.observation?.kind !== 'project') throw new TypeError('not seen');
  return Object.fromEntries(head.observation.resources.map(({ id, state }) => [id, state]));
}

it('spendwatch announces the stop of a forgotten VM, stops it after the grace and confirms it, and leaves the others alone', async () => {
  story = await tellStory({
    from: '2026-03-04T00:00:00Z',
    events,
    policy: policy('enforce'),
    isServed: true,
  });
  await story.runUntil(at('2026-03-04T12:00:00Z'));

  const about = (vm: string) =>
    (story?.said ?? []).flatMap(({ at: sentAt, message }) =>
      message.notifications
        .filter(({ subject }) => subject === `project/lab/vm/${vm}`)
        .map((notice) => ({ at: sentAt, notice })),
    );
  const [announced, confirmed, ...more] = about('forgotten');
  expect(more).toEqual([]);
  expect(announced?.notice).toMatchObject({
    kind: 'alert',
    next: nextAction(hours(1)),
  });
  expect(confirmed?.notice).toMatchObject({ kind: 'action-confirmed' });

  // Invariant 2: the grace runs from the delivery of the announcement.
  const asked = (await story.ledger.journal(...labsDay)).filter(({ event }) => event === 'requested');
  expect(asked.map(({ subject }) => subject)).toEqual(['project/lab/vm/forgotten']);
  expect(asked[0] && announced && asked[0].at - announced.at).toBeGreaterThanOrEqual(hours(1));

  // Invariants 1 and 3: busy, GPU, protected and kept VMs run on.
  expect(await statesNow()).toEqual({
    busy: 'ACTIVE',
    forgotten: 'STOPPED',
    kept: 'ACTIVE',
    standby: 'ACTIVE',
    trainer: 'ACTIVE',
  });
  expect(about('busy')).toEqual([]);
  expect(about('trainer')).toEqual([]);
  // What people keep is idle too: its alert fires without a notification.
  expect(about('standby')).toEqual([]);
  expect(about('kept')).toEqual([]);
  const alerts = (await story.ledger.head(lab))?.alerts.filter(({ phase }) => phase === 'firing');
  expect(alerts).toMatchObject([
    { subject: 'project/lab/vm/kept', spared: 'its metadata says spendwatch: keep', lastNotified: null },
    { subject: 'project/lab/vm/standby', spared: 'the policy protects it', lastNotified: null },
  ]);
});
