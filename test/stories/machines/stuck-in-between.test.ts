import { afterEach, describe, expect, it } from 'vitest';
import { hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import type { Message } from '../../../lib/state/notification.ts';
import { aWatchedAccount } from '../../clouds/runpod/a-watched-account.ts';
import { aPod, start as podsBegin } from '../../simulators/runpod/an-account.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const policy = (idle = '') => `
version: 1
mode: enforce
caps: { share: 100% }
rules:
  - { name: leftovers, waste: all, after: 1h, repeat: 3h }
  ${idle}
`;

type Said = readonly { readonly at: Instant; readonly message: Message }[];

/** Returns the notifications about transitional states, with the minutes since an instant. */
const told = (said: Said, from: Instant): string[] =>
  said.flatMap(({ at: when, message }) =>
    message.notifications
      .filter(({ rule }) => rule === 'leftovers')
      .map(({ kind, because }) => `${(when - from) / minutes(1)} ${kind}: ${because}`),
  );

describe('a pod that never leaves STARTING', () => {
  function aPodThat(isBroken: boolean) {
    const story = aWatchedAccount({ policy: policy(), credit: 10_000 });
    createPod(story.world.state(), { ...aPod, name: 'hung', isBroken });
    return { story, pod: () => findByName(story.world.state().pods, 'hung') };
  }

  it('is notified after an hour with its cost, again while it lasts, and resolved when it ends', async () => {
    const { story, pod } = aPodThat(true);
    await story.runUntil(later(podsBegin, hours(5)));
    expect(statusOf(pod())).toBe('STARTING');
    expect(told(story.said, podsBegin)).toEqual([
      expect.stringMatching(
        /^60 alert: is STARTING, in transitional states for 1 h \(limit 1 h\); about 6\.\d\d USD/,
      ),
      expect.stringMatching(/^240 alert: is STARTING, in transitional states for 4 h .*about 25\.\d\d USD/),
    ]);
    pod().life.push({ at: later(podsBegin, hours(5)), status: 'RUNNING' });
    await story.runUntil(later(podsBegin, hours(6)));
    expect(told(story.said, podsBegin).slice(2)).toEqual([
      expect.stringMatching(/^3\d\d resolved: is RUNNING$/),
    ]);
  });

  it('is not notified where it comes up within an hour', async () => {
    const { story, pod } = aPodThat(false);
    await story.runUntil(later(podsBegin, hours(3)));
    expect(statusOf(pod())).toBe('RUNNING');
    expect(told(story.said, podsBegin)).toEqual([]);
  });
});

describe('a VM that passes through STOPPING', () => {
  const from = at('2026-03-04T00:00:00Z');
  const before = '2026-03-01T08:00:00Z';
  let story: Story | undefined;
  afterEach(() => story?.close());

  type Json = Readonly<Record<string, unknown>>;
  /** Shows the VM as STOPPING in some minutes, in lists and by its id. */
  const stopping = (isSo: (minute: number) => boolean) => (path: string, reply: unknown, now: Instant) => {
    if (!path.includes('/vms') || !isSo((now - from) / minutes(1))) return reply;
    return JSON.parse(JSON.stringify(reply), (_, value: unknown) =>
      typeof value === 'object' && value !== null && (value as Json)['id'] === 'hung' && 'state' in value
        ? { ...value, state: 'STOPPING' }
        : value,
    );
  };

  async function tellOf(
    isStopping: (minute: number) => boolean,
    until: number,
    more: Partial<Parameters<typeof tellStory>[0]> & { readonly cpu?: number } = {},
  ): Promise<Story> {
    const { cpu = 40, ...options } = more;
    story = await tellStory({
      from: '2026-03-04T00:00:00Z',
      events: [
        happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
        happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
        newVm(before, 'lab', 'hung', { priceHr: '5', workload: { kind: 'constant', cpu, network: 500 } }),
      ],
      policy: policy(),
      change: stopping(isStopping),
      ...options,
    });
    await story.runUntil(later(from, minutes(until)));
    return story;
  }

  it('for five hours is notified after one, again while it lasts, with its cost, and resolved when it runs again', async () => {
    const { said } = await tellOf((minute) => minute >= 20 && minute < 320, 340);
    expect(told(said, from)).toEqual([
      '80 alert: is STOPPING, in transitional states for 1 h (limit 1 h); about 5.00 USD in that time',
      '260 alert: is STOPPING, in transitional states for 4 h (limit 1 h); about 20.00 USD in that time',
      '320 resolved: is ACTIVE',
    ]);
  });

  it('for ten minutes, again and again, is not notified', async () => {
    const { said } = await tellOf((minute) => minute % 20 < 10, 300);
    expect(told(said, from)).toEqual([]);
  });

  it('since a stop by spendwatch, which hangs, is notified besides the failed stop', async () => {
    let hangsFrom = Number.POSITIVE_INFINITY;
    const { said } = await tellOf((minute) => minute > hangsFrom, 150, {
      cpu: 1,
      policy: policy('- { name: idle, idle: 1h, then: [{ stop: after 30m }] }'),
      onTick: ({ now, acted }) => {
        if (acted.carried.length > 0) hangsFrom = Math.min(hangsFrom, (now - from) / minutes(1));
      },
    });
    const kinds = said.flatMap(({ message }) =>
      message.notifications.map(({ kind, rule }) => `${rule} ${kind}`),
    );
    expect(kinds).toContain('idle action-failed');
    expect(told(said, later(from, minutes(hangsFrom)))).toEqual([
      '65 alert: is STOPPING, in transitional states for 1 h (limit 1 h); about 5.00 USD in that time',
    ]);
  });
});
