import { afterEach, expect, it } from 'vitest';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { WorldEventInput } from '../../../lib/simulators/compute/world/world-event.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

type OpenAccount = Partial<Extract<WorldEventInput, { kind: 'open-account' }>>;

/** 4 USD an hour from 2 March on, paid in advance. */
const prepaid = (account: OpenAccount) => [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', ...account }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'lab', account: 'main' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'site', account: 'main' }),
  newVm('2026-03-02T00:00:00Z', 'lab', 'trainer', { priceHr: '3' }),
  newVm('2026-03-02T00:00:00Z', 'site', 'server', { priceHr: '1' }),
];

const policy = `
version: 1
rules:
  - { name: credit, runway: default, repeat: never }
  - { name: standing, account-state: active, repeat: never }
`;

let story: Story | undefined;
afterEach(() => story?.close());

/** The notifications and their times, with the parts that are tested. */
const told = () =>
  story?.said.flatMap(({ at: when, message }) =>
    message.notifications.map((notice) => ({
      when: isoInstant(when).slice(8, 16),
      rule: notice.rule,
      severity: notice.severity,
      kind: notice.kind,
      because: notice.because,
    })),
  ) ?? [];

it('credit that runs out is notified at 72, 24 and 6 hours with what is deleted then, and when it is gone', async () => {
  story = await tellStory({
    from: '2026-03-02T00:05:00Z',
    // 75 hours.
    events: prepaid({ credit: '300' }),
    policy,
    every: minutes(10),
  });
  await story.runUntil(at('2026-03-05T04:00:00Z'));
  const runway = told().filter(({ rule }) => rule === 'credit');
  expect(runway.map(({ when, severity, kind }) => [when, severity, kind])).toEqual([
    ['02T03:05', 'critical', 'alert'],
    ['04T03:05', 'critical', 'alert'],
    ['04T21:05', 'critical', 'alert'],
    ['05T03:05', 'critical', 'alert'],
    ['05T03:35', 'info', 'resolved'],
  ]);
  for (const { because } of runway.slice(0, 3)) {
    expect(because).toMatch(/until 2026-03-05 03:0\d \(UTC\); then the platform deletes 2 VMs/);
  }
  expect(runway[3]?.because).toMatch(/^credit used up/);
  // By then the platform has deleted everything.
  expect(runway[4]?.because).toBe('no credit, and no resources that could be deleted');
  const standing = told().filter(({ rule }) => rule === 'standing');
  expect(standing).toMatchObject([{ severity: 'critical', when: '05T03:05' }]);
});

it('8. an account that was never used causes no alert in any poll', async () => {
  story = await tellStory({
    from: '2026-03-02T00:05:00Z',
    events: [
      happens('2026-03-01T08:00:00Z', {
        kind: 'open-account',
        id: 'main',
        paymentTerms: 'PREPAID',
        credit: '0',
      }),
      happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: 'lab', account: 'main' }),
    ],
    policy: policy.replace('runway: default, repeat: never', 'runway: default'),
    every: minutes(30),
  });
  await story.runUntil(at('2026-03-03T00:05:00Z'));
  expect(told().filter(({ rule }) => rule === 'credit')).toEqual([]);
});

it('credit that is added resolves the alert, once', async () => {
  const paid = happens('2026-03-04T12:30:00Z', { kind: 'add-credit', account: 'main', amount: '1000' });
  story = await tellStory({
    from: '2026-03-04T10:05:00Z',
    events: [...prepaid({ credit: '300' }), paid],
    policy,
  });
  await story.runUntil(at('2026-03-04T15:00:00Z'));
  expect(told().map(({ when, kind }) => [when, kind])).toEqual([
    ['04T10:05', 'alert'],
    ['04T12:45', 'resolved'],
  ]);
});

it('credit that recharges automatically never runs out, however low it is, and neither does an account that pays by invoice', async () => {
  const recharge = { low: '50', high: '80', auto: true };
  story = await tellStory({
    from: '2026-03-02T00:05:00Z',
    events: [
      ...prepaid({ credit: '70', recharge }),
      happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: 'later', paymentTerms: 'INVOICE' }),
    ],
    policy,
    every: minutes(30),
  });
  await story.runUntil(at('2026-03-04T00:05:00Z'));
  expect(told()).toEqual([]);
});
