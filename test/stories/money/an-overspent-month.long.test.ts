import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { atLeast } from '../../../lib/model/money/money.ts';
import { type Instant, isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const began = '2026-03-01T00:00:00Z';
const busy = { workload: { kind: 'constant', cpu: 40, network: 90_000 } } as const;

/** The VMs of each project: 0.5 USD an hour all month, and 4 USD an hour more from the last day on. */
const fleet = (project: string, account: string) => [
  happens(began, { kind: 'create-project', id: project, account }),
  newVm(began, project, 'idle', { priceHr: '0.2' }),
  newVm(began, project, 'prod-db', { priceHr: '0.1' }),
  newVm(began, project, 'kept', { priceHr: '0.2', metadata: { spendwatch: 'keep' } }),
  newVm('2026-03-31T00:00:00Z', project, 'busy', { priceHr: '4', ...busy }),
  // No longer protected as too young half an hour before the month is over.
  newVm('2026-03-31T21:30:00Z', project, 'late', { priceHr: '1', ...busy }),
];
const events = [
  ...['main', 'shop'].map((id) => happens(began, { kind: 'open-account', id, paymentTerms: 'INVOICE' })),
  ...fleet('lab', 'main'),
  ...fleet('site', 'shop'),
  ...fleet('team-a', 'main'),
  ...fleet('team-b', 'main'),
];

const then = 'then: [{ stop: idle, at: 100% }, { stop: everything, at: 110% }]';
const policy = `
version: 1
mode: enforce
protect: [{ id: prod-* }]
caps: { per-run: 10, per-day: 50, share: 100% }
rules:
  - { name: of a project, budget: 370 USD a month, match: { project: lab }, ${then} }
  - { name: of an account, budget: 370 USD a month, match: { account: shop }, ${then} }
  - { name: of a group, budget: 740 USD a month, match: { project: team-* }, shared: true, ${then} }
  - { name: found, idle: 3h }
`;

let story: Story | undefined;
afterEach(() => story?.close());

const projects = ['lab', 'site', 'team-a', 'team-b'];
const nextMonth = at('2026-04-01T00:00:00Z');

/** "31 04:30 lab idle" for each announcement of a stop, "31 05:30 lab idle" for each requested stop. */
function announced(of: 'idle' | 'everything', { said }: Story): readonly string[] {
  return said.flatMap(({ at: when, message }) =>
    message.notifications.flatMap((notice) => {
      const { figures } = notice.kind === 'alert' ? notice : { figures: null };
      const isMeant = figures?.kind === 'overspend' && figures.of === of;
      return isMeant && notice.kind === 'alert' && notice.next.kind === 'action'
        ? [lineOf(when, notice.subject)]
        : [];
    }),
  );
}
async function asked({ ledger }: Story): Promise<readonly string[]> {
  const logs = await Promise.all(
    projects.map((id) =>
      ledger.journal(projectTarget(null, ProjectId.parse(id)), at(began), at('2026-05-01T00:00:00Z')),
    ),
  );
  return logs
    .flat()
    .filter(({ event }) => event === 'requested')
    .map(({ at: when, subject }) => lineOf(when, subject))
    .toSorted();
}
const lineOf = (when: Instant, subject: string): string => {
  const [, project, , vm] = subject.split('/');
  return `${isoInstant(when).slice(8, 16).replace('T', ' ')} ${project} ${vm}`;
};
async function running({ ledger }: Story, project: string): Promise<readonly string[]> {
  const head = await ledger.head(projectTarget(null, ProjectId.parse(project)));
  if (head?.observation?.kind !== 'project') throw new TypeError('not seen');
  return head.observation.resources.flatMap(({ id, state }) => (state === 'ACTIVE' ? [id] : [])).toSorted();
}

it('a budget stops idle VMs at 100 % of reported spend and all VMs at 110 %, an hour after the announcement, and none in the next month', async () => {
  story = await tellStory({
    hasPastSpend: true,
    from: '2026-03-31T02:00:00Z',
    events,
    policy,
    every: minutes(30),
  });
  // Hours in which nothing happens are skipped.
  await story.runUntil(at('2026-03-31T07:00:00Z'));
  await story.runUntil(at('2026-03-31T10:00:00Z'), []);
  await story.runUntil(at('2026-03-31T13:30:00Z'));
  await story.runUntil(at('2026-03-31T21:30:00Z'), []);
  await story.runUntil(at('2026-04-01T02:00:00Z'));

  expect(announced('idle', story)).toMatchInlineSnapshot(`
    [
      "31 05:00 team-b idle",
      "31 05:00 site idle",
      "31 05:30 lab idle",
      "31 05:30 team-a idle",
    ]
  `);
  expect(announced('everything', story)).toMatchInlineSnapshot(`
    [
      "31 11:30 lab busy",
      "31 11:30 site busy",
      "31 12:00 team-a busy",
      "31 12:00 team-b busy",
      "31 23:30 lab late",
      "31 23:30 team-a late",
      "31 23:30 team-b late",
      "31 23:30 site late",
    ]
  `);
  // Invariant 2: each an hour after its announcement; `late` lost its protection too late for the month.
  expect(await asked(story)).toMatchInlineSnapshot(`
    [
      "31 06:00 site idle",
      "31 06:00 team-b idle",
      "31 06:30 lab idle",
      "31 06:30 team-a idle",
      "31 12:30 lab busy",
      "31 12:30 site busy",
      "31 13:00 team-a busy",
      "31 13:00 team-b busy",
    ]
  `);

  // Only what the platform reports counts: by then more had accrued.
  const figures = story
    .notifications()
    .flatMap((notice) => (notice.kind === 'alert' ? [notice.figures] : []));
  const overspends = figures.flatMap((it) => (it.kind === 'overspend' ? [it] : []));
  for (const { spent, at: share } of overspends) expect(atLeast(spent, share)).toBe(true);

  // Invariant 3: what is protected or kept runs on, without a notification.
  for (const project of projects) expect(await running(story, project)).toEqual(['kept', 'late', 'prod-db']);
  const spared = story
    .notifications()
    .filter(({ subject, rule }) => /(prod-db|kept)$/.test(subject) && rule !== 'found');
  expect(spared).toEqual([]);

  const late = story
    .notifications()
    .filter(({ subject, kind }) => subject.endsWith('/late') && kind === 'resolved');
  expect(late).toHaveLength(projects.length);
  for (const head of await story.ledger.heads()) expect(head.intents).toEqual([]);
  const afterwards = story.said.filter(({ at: when }) => when >= nextMonth);
  const kinds = afterwards.flatMap(({ message }) =>
    message.notifications.flatMap(({ kind, rule }) => (rule === 'found' ? [] : [kind])),
  );
  expect(new Set(kinds)).toEqual(new Set(['resolved']));
});
