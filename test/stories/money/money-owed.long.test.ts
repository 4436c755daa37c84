import { afterEach, expect, it } from 'vitest';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm, triedAt } from '../../../lib/simulators/compute/scenario.ts';
import { buildStatus } from '../../../lib/views/status.ts';
import { aViewInput } from '../../support/builders/view-builders.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const cards = (declined: boolean, when: string) =>
  ['auto', 'billed'].map((account) => triedAt(when, { kind: 'decline-cards', account, declined }));

/** One account recharges itself under 50 USD and falls below it at 23:00; the other owes the invoice of March. */
const events = [
  happens('2026-03-10T00:00:00Z', { kind: 'open-account', id: 'billed', paymentTerms: 'INVOICE' }),
  happens('2026-03-10T00:00:00Z', { kind: 'create-project', id: 'shop', account: 'billed' }),
  newVm('2026-03-30T00:00:00Z', 'shop', 'server', { priceHr: '1' }),
  ...cards(true, '2026-03-31T10:00:00Z'),
  happens('2026-04-14T20:00:00Z', {
    kind: 'open-account',
    id: 'auto',
    paymentTerms: 'PREPAID',
    credit: '52',
    recharge: { low: '50', high: '100', auto: true },
  }),
  happens('2026-04-14T20:00:00Z', { kind: 'create-project', id: 'lab', account: 'auto' }),
  newVm('2026-04-14T20:00:00Z', 'lab', 'trainer', { priceHr: '1' }),
  ...cards(true, '2026-04-14T21:00:00Z'),
  ...cards(false, '2026-04-15T03:30:00Z'),
];

let story: Story | undefined;
afterEach(() => story?.close());

const told = (rule: string) =>
  story?.said.flatMap(({ at: when, message }) =>
    message.notifications
      .filter((notice) => notice.rule === rule)
      .map(({ kind, subject, severity, because }) => ({
        when: isoInstant(when).slice(8, 16),
        kind,
        subject,
        severity,
        because,
      })),
  ) ?? [];

it('declined cards are notified as a failed recharge and an overdue invoice, each until it is paid', async () => {
  story = await tellStory({
    from: '2026-04-14T20:05:00Z',
    events,
    policy: `
version: 1
rules:
  - { name: standing, account-state: active, repeat: never }
  - { name: credit, runway: default, repeat: never }
`,
    every: minutes(10),
  });
  await story.runUntil(at('2026-04-15T06:00:00Z'));
  const standing = told('standing');
  expect(standing.map(({ kind, subject, severity }) => [kind, subject, severity])).toEqual([
    ['alert', 'account/auto', 'critical'],
    ['alert', 'account/billed', 'critical'],
    ['resolved', 'account/billed', 'info'],
    ['resolved', 'account/auto', 'info'],
  ]);
  const [failed, overdue, paid, recharged] = standing;
  expect(failed).toMatchObject({
    when: '14T23:05',
    because:
      'automatic recharge failed at 2026-04-14 23:00 (UTC), reported as "card declined, insufficient funds": 51.00 USD',
  });
  expect(overdue?.because).toBe('1 invoice is overdue since 2026-04-15 00:00 (UTC): 48.00 USD');
  expect(overdue?.when).toMatch(/^15T0[01]/);
  expect(recharged).toMatchObject({ when: '15T04:05', because: 'no failed payment is outstanding' });
  expect(paid?.because).toBe('no invoice is overdue');
  // Without a rule on the state of accounts, the runway explains why no recharge arrives.
  expect(told('credit')[0]?.because).toMatch(
    /; automatic recharge failed at 2026-04-14 23:00 \(UTC\), reported as "card declined, insufficient funds"$/,
  );
  const { targets } = buildStatus(await story.ledger.heads(), aViewInput());
  expect(targets.find(({ target }) => target.id === 'account/billed')?.runway?.because).toMatch(
    /^pays by invoice: the next is 34[12]\.\d\d USD at 2026-05-01 00:00 \(UTC\)$/,
  );
});
