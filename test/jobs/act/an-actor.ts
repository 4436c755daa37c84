import { expect } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { type ActRun, act } from '../../../lib/jobs/act/act.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import type { Delivery, Notifier } from '../../../lib/notify/notifier.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Message, Notification } from '../../../lib/state/notification.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { anObservation, aVm, lab, times, usageUntil } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { aTimeline, on } from '../../support/timeline.ts';

/** A request that may change something, with everything that was sent. */
export type Request = { readonly operation: string; readonly input: unknown };
type Sent = { readonly route: string; readonly id: string; readonly at: Instant };

/** Runs of act over heads that are in the ledger already. */
export async function anActor(
  heads: readonly Head[],
  {
    policy = aPolicy(),
    answers = {},
    worsen = (inner) => inner,
    hearsBlindness = false,
    asksReceivers = false,
  }: {
    policy?: Policy;
    answers?: Answers;
    worsen?: (inner: Ledger) => Ledger;
    /** Whether blindness found from the age of the heads is recorded too. */
    hearsBlindness?: boolean;
    /** Whether routes report their receivers separately from deliveries, as a topic does. */
    asksReceivers?: boolean;
  } = {},
) {
  const clock = setClock(on('11:00'));
  const cloud = aPlatform(clock, answers);
  const requests: Request[] = [];
  const watched: CloudClient = {
    list: cloud.list,
    call(operation, input) {
      if (operation.method !== 'GET') requests.push({ operation: operation.id, input });
      return cloud.call(operation, input);
    },
  };
  const inner = memoryLedger();
  for (const head of heads) await inner.commit({ ...head, seq: 1 });
  const ledger = worsen(inner);
  const lines: string[] = [];
  const sent: Sent[] = [];
  const told: Notification[] = [];
  const order: string[] = [];
  const broken = new Map<string, Delivery | 'throws'>();
  const notifier = (route: string): Notifier => ({
    route,
    ...(asksReceivers && { hasReceiver: async () => !broken.has(route) }),
    send: async (message: Message) => {
      if (!hearsBlindness && message.notifications.some(({ kind }) => kind === 'blind'))
        return { kind: 'delivered' };
      order.push(`send ${route}`);
      await actor.onSend(route);
      const fault = broken.get(route);
      if (fault === 'throws') throw new TypeError('https://hooks.example.com/secret');
      if (fault) return fault;
      sent.push({ route, id: message.id, at: clock.now() });
      told.push(...message.notifications);
      return { kind: 'delivered' };
    },
  });
  const counted: Ledger = {
    ...ledger,
    commit: async (head) => {
      order.push('commit');
      return ledger.commit(head);
    },
  };
  const actor: { keyFault: string | null; onSend: (route: string) => Promise<void> } = {
    keyFault: null,
    onSend: async () => undefined,
  };
  return Object.assign(actor, {
    cloud,
    clock,
    ledger: inner,
    lines,
    sent,
    told,
    requests,
    order,
    broken,
    run(time: string, routes: readonly string[] = ['mail'], given: Pick<ActRun, 'handed' | 'until'> = {}) {
      clock.set(on(time));
      const log = (event: string, details = {}) =>
        void lines.push([event, ...Object.values(details)].join(' '));
      return act(
        {
          clock,
          connections: [unnamedConnection(computeCloud(watched), async () => actor.keyFault)],
          ledger: counted,
          log,
          notifiers: routes.map(notifier),
        },
        { policy, ...given },
      );
    },
    async head(): Promise<Head> {
      return (await inner.head(lab)) ?? expect.fail('no head');
    },
    stops: () => cloud.asked.filter((question) => question.startsWith('stopVm')),
  });
}

/** Found idle at 10:00; its announcement is in the outbox. */
export function announced(): Head {
  const story = aTimeline(aPolicy());
  story.poll('10:00');
  return story.head;
}
/** Decided at 11:00: one stop is pending for each of these VMs. */
export function waitingStops(...ids: readonly string[]): Head {
  const story = aTimeline(aPolicy());
  const resources = (clock: string) => ids.map((id) => aVm({ id, seenAt: on(clock) }));
  const usage = (clock: string) => ids.map((id) => usageUntil(on(clock), times(72, 5), id));
  for (const clock of ['10:00', '11:00']) {
    const shown = anObservation({ at: on(clock), resources: resources(clock), usage: usage(clock) });
    story.poll(clock, { ...shown, seen: ['vms', 'machines', 'usage'] });
    if (clock === '10:00') story.deliver('10:00');
  }
  expect(story.head.intents).toHaveLength(ids.length);
  return story.head;
}
