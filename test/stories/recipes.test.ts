import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { sendDigest } from '../../lib/jobs/digest/send-digest.ts';
import { sumSpend } from '../../lib/jobs/queries/spend-by.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { chargeToMoney } from '../../lib/model/money/money.ts';
import { isoInstant, minutes } from '../../lib/model/time/time.ts';
import type { Notifier } from '../../lib/notify/notifier.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import type { Message } from '../../lib/state/notification.ts';
import { setClock } from '../support/set-clock.ts';
import { at, type Story, tellStory } from '../support/story.ts';

const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
const recipes = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, policy = ''] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
    return { title: section.split('\n')[0] ?? '', policy };
  });
const recipe = (title: string): string =>
  recipes.find((one) => one.title === title)?.policy ?? expect.fail(`no recipe "${title}"`);

const before = '2026-03-02T22:00:00Z';
const inUse = { kind: 'constant', cpu: 40, network: 90_000 } as const;
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
  newVm(before, 'lab', 'idle', { priceHr: '1', metadata: { owner: 'eve', team: 'research' } }),
  newVm(before, 'lab', 'tagged', { priceHr: '1', metadata: { keep: 'yes' } }),
  newVm(before, 'lab', 'busy', { priceHr: '160', workload: inUse, metadata: { owner: 'ada' } }),
];
const time = (text: string) => at(`2026-03-${text}:00Z`);

let story: Story | undefined;
afterEach(() => story?.close());

/** Monitors the project lab by a recipe, with Slack as a route, and returns what was sent there. */
async function watchBy(title: string, until: string) {
  const sent: { readonly at: string; readonly message: Message }[] = [];
  const slack: Notifier = {
    route: 'slack',
    send: async (message) => {
      sent.push({ at: isoInstant(clock.now()), message });
      return { kind: 'delivered' };
    },
  };
  const clock = setClock(time('03T00:00'));
  const policy = recipe(title);
  story = await tellStory({
    from: '2026-03-03T00:00:00Z',
    events,
    policy,
    every: minutes(15),
    routes: [slack],
    onTick: ({ now }) => clock.set(now),
  });
  await story.runUntil(time(until));
  return { story, sent, slack, clock, policy: readPolicy(policy, 'recipes.md') };
}

const lines = ({ said }: Story): string[] =>
  said.flatMap(({ at: sentAt, message }) =>
    message.notifications.map((notice) => {
      const name = notice.subject.replace(/^.*\//, '');
      const what = notice.kind === 'alert' ? `${notice.severity} ${notice.next.kind}` : notice.kind;
      return `${isoInstant(sentAt).slice(8, 16)} ${name}: ${what}`;
    }),
  );

describe('the recipes', () => {
  it.each(recipes)('are valid policies: $title', ({ policy }) => {
    expect(readPolicy(policy, 'recipes.md').rules).toHaveLength(1);
  });

  it('notify Slack once at 80 % of 5,000 USD, and again when all of it is spent', async () => {
    const { sent } = await watchBy('Slack at 80 % of 5,000 USD a month', '04T12:00');
    const thresholds = sent.flatMap(({ message }) =>
      message.notifications.map((notice) =>
        notice.kind === 'alert' && notice.figures.kind === 'budget'
          ? `${notice.figures.threshold} ${notice.severity}`
          : notice.kind,
      ),
    );
    // The last of them is the 120 % that every budget notifies.
    expect(thresholds).toEqual(['4000 warning', '5000 warning', '5000 critical']);
  });

  it('stop a VM that is idle for 6 hours, but neither a tagged one nor one in use', async () => {
    const { story: told } = await watchBy(
      'Stop what is idle for 6 hours, except what is tagged keep',
      '03T09:00',
    );
    expect(lines(told)).toMatchInlineSnapshot(`
      [
        "03T05:15 idle: warning action",
        "03T05:45 idle: action-confirmed",
      ]
    `);
  });

  it('stop every pod after a day and an hour, in use or not', async () => {
    const { story: told } = await watchBy('An end for every pod', '04T01:00');
    expect(lines(told)).toMatchInlineSnapshot(`
      [
        "03T22:15 busy: warning action",
        "03T22:15 idle: warning action",
        "03T22:15 tagged: warning action",
        "03T23:30 busy: action-confirmed",
        "03T23:30 idle: action-confirmed",
        "03T23:30 tagged: action-confirmed",
        "03T23:30 busy: warning nothing",
        "03T23:30 idle: warning nothing",
        "03T23:30 tagged: warning nothing",
        "03T23:45 busy: resolved",
        "03T23:45 idle: resolved",
        "03T23:45 tagged: resolved",
      ]
    `);
  });

  it('alert on a rate over the cap, and stop nothing', async () => {
    const { story: told } = await watchBy('A cap in USD per hour', '03T02:00');
    expect(lines(told)).toMatchInlineSnapshot(`
      [
        "03T00:15 lab: critical nothing",
        "03T01:15 lab: critical nothing",
      ]
    `);
  });

  it('show who spends how much', async () => {
    const { story: told } = await watchBy('Who spends what', '03T02:00');
    const { rows } = await sumSpend(told.ledger, {
      targets: [projectTarget(null, ProjectId.parse('lab'))],
      from: time('03T00:00'),
      until: time('03T02:00'),
      by: [{ kind: 'metadata', key: 'owner' }],
    });
    expect(rows.map(({ values, charge }) => [values[0], chargeToMoney(charge).toFixed()])).toEqual([
      ['ada', '320'],
      ['eve', '2'],
      [null, '2'],
    ]);
  });

  it('send one report a day over Slack', async () => {
    const { story: told, sent, slack, clock, policy } = await watchBy('One report a day', '04T08:00');
    const send = (text: string) => {
      clock.set(time(text));
      return sendDigest({ clock, ledger: told.ledger, log: () => {}, notifiers: [slack] }, { policy });
    };
    expect(await send('04T07:59')).toEqual({ delivered: 0, undelivered: 0 });
    expect(await send('04T08:00')).toEqual({ delivered: 1, undelivered: 0 });
    expect(await send('04T08:05')).toEqual({ delivered: 0, undelivered: 0 });
    expect(sent.map(({ message }) => message.notifications.map(({ kind }) => kind))).toEqual([['digest']]);
  });
});
