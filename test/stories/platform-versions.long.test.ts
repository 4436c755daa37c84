import { expect, it } from 'vitest';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import type { DialectName } from '../../lib/simulators/compute/dialects/dialects.ts';
import { happens } from '../../lib/simulators/compute/scenario.ts';
import type { Head } from '../../lib/state/head.ts';
import { at, tellStory } from '../support/story.ts';

const start = '2026-03-10T09:00:00Z';
const events = [
  happens('2026-03-01T00:00:00Z', { kind: 'open-account', id: 'main' }),
  happens('2026-03-01T00:00:01Z', { kind: 'create-project', id: 'lab', account: 'main' }),
  happens('2026-03-01T00:00:02Z', { kind: 'create-vm', project: 'lab', id: 'box', priceHr: '0.5' }),
  happens('2026-03-01T00:00:03Z', { kind: 'create-machine', project: 'lab', id: 'metal', priceHr: '3' }),
  happens('2026-03-01T00:00:04Z', { kind: 'create-volume', project: 'lab', id: 'data', sizeGib: 100 }),
];
const policy = `
version: 1
rules:
  - { name: monthly, budget: 1000 USD a month }
  - { name: forgotten, idle: 1h }
`;

const lab = projectTarget(null, ProjectId.parse('lab'));
const main = accountTarget(null, BillingAccountId.parse('main'));

/** Each part that is unsupported, with its fallback. */
const unsupportedPartsOf = (head: Head | undefined): string[] =>
  (head?.unsupported ?? []).map(({ part, instead }) => `${part}: ${instead ?? 'not watched'}`).sort();

async function watched(dialect: DialectName, until: string, every = minutes(5)) {
  const story = await tellStory({ from: start, events, policy, dialect, every });
  await story.runUntil(at(until));
  const [project, account] = await Promise.all([story.ledger.head(lab), story.ledger.head(main)]);
  await story.close();
  if (project?.observation?.kind !== 'project') throw new TypeError('the project was not seen');
  return {
    project,
    account,
    observation: project.observation,
    idle: story.notifications(lab),
    world: story.world,
  };
}

it.each([
  { dialect: 'whole', unsupportedParts: [], price: '0.5', accountUnsupported: [], machines: ['metal'] },
  {
    dialect: 'platform-2024',
    unsupportedParts: [
      'clusters: not watched',
      'machines: not watched',
      'spend: the spend of the billing account',
      'volumes: not watched',
    ],
    price: '0.5',
    accountUnsupported: ['invoices: not watched', 'payments: not watched'],
    machines: [],
  },
  {
    dialect: 'platform-2026',
    unsupportedParts: ['spend: the spend of the billing account'],
    price: '0.5',
    accountUnsupported: [],
    machines: ['metal'],
  },
  {
    dialect: 'specification',
    unsupportedParts: [
      'buckets: not watched',
      'clusters: not watched',
      'disks: not watched',
      'machines: the resource search',
      'volumes: not watched',
    ],
    price: undefined,
    accountUnsupported: ['account: not watched'],
    machines: ['metal'],
  },
] as const)(
  'spendwatch works against $dialect without configuration',
  async ({ dialect, unsupportedParts, price, accountUnsupported, machines }) => {
    const { project, account, observation, idle, world } = await watched(dialect, '2026-03-10T11:00:00Z');
    expect(unsupportedPartsOf(project)).toEqual(unsupportedParts);
    expect(unsupportedPartsOf(account).filter((unsupported) => !unsupported.startsWith('spend'))).toEqual(
      accountUnsupported,
    );
    expect(observation.missing).toEqual([]);
    const [vm] = observation.resources.filter(({ kind }) => kind === 'vm');
    expect(vm).toMatchObject({ id: 'box', activity: 'running', vcpus: 4 });
    expect(vm?.price?.running.toFixed()).toBe(price);
    expect(observation.resources.filter(({ kind }) => kind === 'machine')).toMatchObject(
      machines.map((id) => ({ id, activity: 'running' })),
    );
    const billed = world.bill(at('2026-03-01T00:00:00Z'), at('2026-03-10T10:00:00Z'), { project: 'lab' });
    const hoursPaid = billed.total.div(hours(1)).toDecimalPlaces(4).toFixed();
    expect(project.report?.spend.amount.toDecimalPlaces(4).toFixed()).toBe(hoursPaid);
    const found = idle.map((notice) => (notice.kind === 'alert' ? notice.figures.kind : notice.kind));
    expect(found).toEqual(['budget', 'idle']);
  },
);

it('an unsupported part is found once, taken as unsupported for a day, and then asked for again', async () => {
  const day = await watched('platform-2024', '2026-03-11T08:30:00Z', minutes(30));
  expect(day.project.unsupported.map(({ until }) => until)).toEqual(
    day.project.unsupported.map(() => later(at(start), hours(24))),
  );
  const next = await watched('platform-2024', '2026-03-11T10:00:00Z', minutes(30));
  const [soonest] = next.project.unsupported.map(({ until }) => until).toSorted();
  expect(soonest).toBeGreaterThan(later(at(start), hours(24)));
});
