import { afterEach, expect, it } from 'vitest';
import { groupTarget, RuleName } from '../../../lib/model/ids.ts';
import { addCharges, chargeToMoney } from '../../../lib/model/money/money.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { levelsIn } from '../../decide/levels-in.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const account = 'main';
const events = [
  happens('2028-02-27T08:00:00Z', { kind: 'open-account', id: account, paymentTerms: 'INVOICE' }),
  happens('2028-02-27T08:00:00Z', { kind: 'create-project', id: 'lab-a', account }),
  happens('2028-02-27T08:00:00Z', { kind: 'create-project', id: 'lab-b', account }),
  newVm('2028-02-27T09:17:43Z', 'lab-a', 'server', { priceHr: '0.8217', workload: { kind: 'web' } }),
  newVm('2028-03-01T11:02:07Z', 'lab-b', 'trainer', {
    priceHr: '1.618034',
    machineType: 'sapphire-rapids-a100',
    gpus: 2,
    workload: { kind: 'training' },
  }),
] as const;

/** From 28 February, over a leap day and the hour that clocks skip on 26 March, to 28 March in London. */
const policy = `
version: 1
timezone: Europe/London
rules:
  - name: labs together
    budget: 1500 USD a month
    starts: 28
    match: { project: lab-* }
    shared: true
    forecast: 100%
`;
const target = groupTarget(RuleName.parse('labs together'));

let story: Story | undefined;
afterEach(() => story?.close());

it('tells of two projects together: within two days where the month will end, then each threshold once, to the last digit', async () => {
  const spent: string[] = [];
  story = await tellStory({
    from: '2028-02-28T00:00:00Z',
    events,
    policy,
    every: minutes(120),
    onTurn: ({ head, verdicts }) => {
      if (head.target !== target) return;
      const figures = verdicts[0]?.figures;
      if (figures?.kind === 'budget') spent.push(figures.spent.toFixed());
    },
  });
  const last = at('2028-03-27T22:00:00Z');
  await story.runUntil(last);

  const told = story.said.flatMap(({ at: when, message }) =>
    message.notifications.map((notice) => {
      const basis = notice.kind === 'alert' && notice.figures.kind === 'budget' ? notice.figures.basis : null;
      return `${isoInstant(when).slice(5, 13)} ${notice.subject} ${basis} ${levelsIn([notice])}`;
    }),
  );
  expect(told).toEqual([
    // Days before the first charge are no days of zero spend, so the forecast goes by the rate of the first.
    '03-01T12 group/labs together forecast 100',
    expect.stringMatching(/^03-1\d.* group\/labs together to-date 50$/),
    expect.stringMatching(/^03-2\d.* group\/labs together to-date 80$/),
    expect.stringMatching(/^03-2\d.* group\/labs together to-date 100$/),
  ]);
  const [a, b] = ['lab-a', 'lab-b'].map((project) =>
    story?.world.bill(at('2028-02-28T00:00:00Z'), last, { project }),
  );
  if (a === undefined || b === undefined) throw new Error('no bill');
  expect(spent.at(-1)).toBe(chargeToMoney(addCharges(a.total, b.total)).toFixed());

  // At 23:00 UTC it is the 28th in London: a new period, of which nothing has been said.
  await story.runUntil(at('2028-03-28T00:00:00Z'));
  const head = await story.ledger.head(target);
  expect(head?.alerts.map(({ key }) => key)).toEqual([
    `${target}#labs together#month 2028-03-28/1500/forecast`,
  ]);
});
