import { afterEach, expect, it } from 'vitest';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { sendDigest } from '../../lib/jobs/digest/send-digest.ts';
import { minutes } from '../../lib/model/time/time.ts';
import { renderMessage } from '../../lib/notify/messages/message.ts';
import type { Notifier } from '../../lib/notify/notifier.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import type { Message } from '../../lib/state/notification.ts';
import { setClock } from '../support/set-clock.ts';
import { at, type Story, tellStory } from '../support/story.ts';
import { isWhole } from '../support/tier.ts';

const before = '2026-03-02T09:00:00Z';
const busy = { kind: 'constant', cpu: 40, network: 90_000 } as const;
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  ...['lab', 'site'].map((id) => happens(before, { kind: 'create-project', id, account: 'main' })),
  newVm('2026-03-04T00:10:00Z', 'lab', 'forgotten', { priceHr: '0.5' }),
  newVm(before, 'lab', 'ask-first', { priceHr: '1.2' }),
  newVm('2026-03-04T06:00:00Z', 'lab', 'trainer', { priceHr: '3.1', workload: busy }),
  newVm(before, 'site', 'web', { priceHr: '0.8', workload: busy }),
];
const policy = `
version: 1
mode: enforce
caps: { per-run: 4, per-day: 20, share: 100% }
alerts: { digest: { at: "08:00" } }
rules:
  - { name: research budget, budget: 500 USD a month, match: { project: lab }, forecast: 100% }
  - name: forgotten machines
    idle: 4h
    match: { id: forgotten }
    then:
      - stop: after 1h
      - { terminate: after 3h, notice: 1h, without-image: true }
  - { name: ask first, idle: 4h, match: { id: ask-* }, then: [{ stop: after 1h, approve: within 7d }] }
  - { name: sight, freshness: default }
`;

let story: Story | undefined;
afterEach(() => story?.close());

it.runIf(isWhole())(
  'the daily report at eight covers the stop and the deletion of the day before, and the project that cannot be polled',
  async () => {
    const faults = [
      { kind: 'unavailable', probability: 1, project: 'site', from: at('2026-03-04T22:00:00Z') },
    ] as const;
    story = await tellStory({
      hasPastSpend: true,
      from: '2026-03-03T18:00:00Z',
      events,
      policy,
      faults,
      every: minutes(30),
    });
    const { ledger } = story;
    const taken: Message[] = [];
    const mail: Notifier = {
      route: 'mail',
      send: async (message) => {
        taken.push(message);
        return { kind: 'delivered' };
      },
    };
    const clock = setClock(at(before));
    const send = (time: string) => {
      clock.set(at(time));
      return sendDigest(
        { clock, ledger, log: () => {}, notifiers: [mail] },
        { policy: readPolicy(policy, 'story.yaml') },
      );
    };
    await story.runUntil(at('2026-03-05T08:00:00Z'));
    expect(await send('2026-03-05T07:59:00Z')).toEqual({ delivered: 0, undelivered: 0 });
    expect(await send('2026-03-05T08:00:00Z')).toEqual({ delivered: 1, undelivered: 0 });
    expect(await send('2026-03-05T08:05:00Z')).toEqual({ delivered: 0, undelivered: 0 });

    const { subject, body } = renderMessage(taken[0] ?? expect.fail('nothing was sent'), { zone: 'UTC' });
    expect(`${subject}\n\n${body}`).toMatchInlineSnapshot(`
      "[info] 2026-03-04: 106.47 USD in 1,290 of 1,440 minutes, 218.62 USD this month to date

      1 of 3 targets cannot be polled, the longest since 2026-03-04 21:30 (10
      h 30 min ago): site (listVms: the cloud is unavailable (503
      UNAVAILABLE): try again later). Their figures are from then.

        Spent         106.47 USD, known for 1,290 of 1,440 minutes only
        This month    218.62 USD to date
        Burn rate     5.10 USD/h
        Not used      1.20 USD/h idle and waste: deleting it ends 1.20 USD/h;
                      stopping does not.
        Alerts        4 firing
        At stake      warning   project lab                  4.30 USD/h, 3,139.00 USD/month
                      warning   VM ask-first in project lab  1.20 USD/h, 876.00 USD/month
                      critical  project site                 sight
                      warning   billing account main         sight
        Budgets       34%  research budget  project lab  170.22 USD of 500.00 USD  over: forecast 2,922.22 USD (170.22 USD to 4,298.22 USD)
        Movers        +60.47 USD  project lab  28.80 USD to 89.27 USD
        Actions       09:30  deleted for good  VM forgotten in project lab  forgotten machines
                      06:00  stopped           VM forgotten in project lab  forgotten machines
        Stops         1 by idle rules in the last 28 days, none of them wrong
        Ended         0.50 USD/h no longer charged
        Still billed  1.75 USD for resources that spendwatch stopped
        Pending       to be stopped  VM ask-first in project lab  needs approval by 2026-03-10 21:30
        Not polled    project/site: listVms: the cloud is unavailable (503 UNAVAILABLE): try again later

        spendwatch approve lab/vm/ask-first --rule 'ask first' --reason agreed
        spendwatch status
        spendwatch actions

      --
      info, rule "daily digest", 2026-03-05 08:00 (UTC)
      Message ID: digest#2026-03-04T00:00:00Z (repeated deliveries carry the same one)
      "
    `);
  },
);
