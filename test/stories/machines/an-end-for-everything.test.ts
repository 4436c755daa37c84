import { afterEach, expect, it } from 'vitest';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { sumSpend } from '../../../lib/jobs/queries/spend-by.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { chargeToMoney } from '../../../lib/model/money/money.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-03T22:00:00Z';
const inUse = { priceHr: '2', workload: { kind: 'constant', cpu: 40, network: 90_000 } } as const;
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
  newVm(before, 'lab', 'claimed', inUse),
  newVm(before, 'lab', 'orphan', inUse),
];
const policy = `
version: 1
mode: enforce
rules:
  - name: an end for everything
    lifetime: 30m
    extend: 60d
    then: [{ stop: after 1h }]
`;

const lab = projectTarget(null, ProjectId.parse('lab'));
let story: Story | undefined;
afterEach(() => story?.close());

const time = (clock: string) => at(`2026-03-04T${clock}:00Z`);

it('a VM that nobody keeps is stopped, in use or not, and a kept one is stopped after its keep has ended', async () => {
  story = await tellStory({ from: '2026-03-04T00:00:00Z', events, policy, every: minutes(15) });
  await story.runUntil(time('00:20'));
  const ada = { author: 'ada', reason: '', now: time('00:20'), policy: null, pollEvery: minutes(15) };
  const claim = { owner: 'ada', purpose: 'the long run' };
  const until = time('04:00');
  expect(await keep(story.ledger, { ...ada, ...claim, asked: 'claimed', until })).toMatchObject({
    kind: 'placed',
  });
  await story.runUntil(time('06:00'));

  const told = story.said.flatMap(({ at: when, message }) =>
    message.notifications.map((notice) => {
      const name = notice.subject.replace('project/lab/vm/', '');
      const what = notice.kind === 'alert' ? `${notice.next.kind} ${notice.because}` : notice.kind;
      return `${isoInstant(when).slice(11, 16)} ${name}: ${what}`;
    }),
  );
  expect(told).toMatchInlineSnapshot(`
    [
      "00:00 claimed: action 2 h old (limit 30 min; no keep extends it)",
      "00:00 orphan: action 2 h old (limit 30 min; no keep extends it)",
      "00:30 claimed: resolved",
      "01:15 orphan: action-confirmed",
      "01:15 orphan: nothing 3 h 15 min old (limit 30 min; no keep extends it)",
      "01:30 orphan: resolved",
      "04:00 claimed: action 6 h old (limit 30 min; no keep extends it)",
      "05:15 claimed: action-confirmed",
      "05:15 claimed: nothing 7 h 15 min old (limit 30 min; no keep extends it)",
      "05:30 claimed: resolved",
    ]
  `);

  // The owner counts from the poll after the keep up to its end; spend before that stays as it was.
  const { ledger } = story;
  const spendOf = async (key: string) => {
    const by = [{ kind: 'metadata', key } as const];
    const { rows } = await sumSpend(ledger, {
      targets: [lab],
      from: time('00:00'),
      until: time('06:00'),
      by,
    });
    return rows.map(({ values, charge }) => `${values[0]} ${chargeToMoney(charge).toFixed()}`);
  };
  expect(await spendOf('owner')).toEqual(['null 17', 'ada 7']);
  expect(await spendOf('purpose')).toEqual(['null 17', 'the long run 7']);
});
