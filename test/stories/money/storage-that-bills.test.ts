import { afterEach, expect, it } from 'vitest';
import { chargeToMoney } from '../../../lib/model/money/money.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { happens } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';
import { isWhole } from '../../support/tier.ts';

let story: Story | undefined;
afterEach(() => story?.close());

const start = '2026-03-01T08:00:00Z';
const events = [
  happens(start, { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit: '20' }),
  happens(start, { kind: 'create-project', id: 'lab', account: 'main' }),
  happens(start, {
    kind: 'create-bucket',
    project: 'lab',
    id: 'data',
    sizeGib: 10_000,
    gibPriceHr: '0.00003',
  }),
  happens(start, { kind: 'create-disk', project: 'lab', id: 'loose', sizeGib: 1_000, gibPriceHr: '0.0001' }),
];
const policy = `
version: 1
rules:
  - { name: credit, runway: default, repeat: never }
  - { name: still, waste: [untouched-bucket], after: 7d }
`;

/** What each kind cost today, so far. */
async function dayShares() {
  const lab = (await story?.ledger.heads())?.find(({ target }) => target === 'project/lab');
  return lab?.meters?.day.shares.map(({ tags, charge }) => [tags.kind, chargeToMoney(charge).toFixed()]);
}

it('9. buckets and detached disks are charged, attributed, and counted among what goes with credit', async () => {
  story = await tellStory({ from: '2026-03-02T00:00:00Z', events, policy, every: minutes(30) });
  await story.runUntil(at('2026-03-02T06:00:00Z'));
  const shares = await dayShares();
  // Under 24 hours the alert is told anew, with what was seen by then.
  await story.runUntil(at('2026-03-02T11:00:00Z'));
  // 0.3 USD an hour for six hours; of the disk 0.1, known from the second look on.
  expect(Object.fromEntries(shares ?? [])).toEqual({ bucket: '1.8', disk: '0.55' });
  const credit = story.said
    .flatMap(({ message }) => message.notifications)
    .findLast(({ rule }) => rule === 'credit');
  expect(credit?.because).toContain('the platform deletes 1 disk and 1 bucket');
});

it.runIf(isWhole())('a bucket that does not change for a week is told of as waste', async () => {
  const rich = events.map((event) =>
    event.what.kind === 'open-account' ? { ...event, what: { ...event.what, credit: '5000' } } : event,
  );
  story = await tellStory({ from: '2026-03-02T00:00:00Z', events: rich, policy, every: minutes(60) });
  await story.runUntil(at('2026-03-09T02:00:00Z'));
  const waste = story.said
    .flatMap(({ message }) => message.notifications)
    .filter(({ rule }) => rule === 'still');
  expect(waste.map(({ subject, because }) => `${subject}: ${because}`)).toEqual([
    'project/lab/bucket/data: holds 10000 GiB, as before',
  ]);
});
