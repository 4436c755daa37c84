import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { act } from '../../../lib/jobs/act/act.ts';
import type { Connection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { getTargetConnection } from '../../../lib/model/ids.ts';
import { days, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Notifier } from '../../../lib/notify/notifier.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Message } from '../../../lib/state/notification.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';
import { on } from '../../support/timeline.ts';

export const eu = ConnectionName.parse('eu');
export const us = ConnectionName.parse('us');

/** The fault of a connection: its key is revoked, its clock is a day behind or half an hour ahead, its lists are off, it is limited, it cannot be reached. */
export const faults = ['revoked', 'clock', 'clock ahead', 'lists', 'limited', 'unreachable'] as const;
export type Fault = (typeof faults)[number] | null;

type Given = {
  readonly name: ConnectionName | null;
  readonly address?: string;
  readonly answers?: Answers;
  readonly keyFault?: string;
  /** Returns after how many turns of the event loop a request is answered. */
  readonly delay?: () => number;
};

/** Both jobs over several connections, each a scripted platform of its own, and one ledger in memory. */
export function aDeployment(policy: Policy = aPolicy(), routes: readonly string[] = ['mail']) {
  const clock = setClock(on('10:00'));
  const ledger = memoryLedger();
  const sent: Message[] = [];
  const over: (readonly [route: string, id: string])[] = [];
  const lines: string[] = [];
  const platforms = new Map<ConnectionName | null, ReturnType<typeof aPlatform>>();
  const wrong = new Map<ConnectionName | null, Fault>();
  const log = (event: string, details = {}) => void lines.push([event, ...Object.values(details)].join(' '));
  const notifiers = routes.map(
    (route): Notifier => ({
      route,
      send: async (message) => {
        sent.push(message);
        over.push([route, message.id]);
        return { kind: 'delivered' };
      },
    }),
  );

  function connect({
    name,
    address = `https://${name}.test`,
    answers = {},
    keyFault,
    delay,
  }: Given): Connection {
    const platform = platforms.get(name) ?? aPlatform(clock, answers);
    platforms.set(name, platform);
    const met = async <T>(id: string, ask: () => Promise<T>): Promise<T> => {
      for (let turns = delay?.() ?? 0; turns > 0; turns -= 1) await Promise.resolve();
      const fault = wrong.get(name) ?? null;
      if (fault === 'revoked') throw failing('unauthenticated', 'the key was revoked');
      if (fault === 'limited') throw failing('rate-limited');
      if (fault === 'unreachable') throw failing('unreachable');
      if (fault === 'clock') throw new ClockError(milliseconds(-days(1)));
      if (fault === 'clock ahead') throw new ClockError(minutes(30));
      if (fault === 'lists' && id === 'listVms') throw failing('unsupported');
      return ask();
    };
    const client: CloudClient = {
      call: (operation, input) => met(operation.id, () => platform.call(operation, input)),
      list: (operation, input) => met(operation.id, () => platform.list(operation, input)),
      tellsTime: () => true,
    };
    return { name, address, provider: computeCloud(client), keyFault: async () => keyFault ?? null };
  }

  return {
    clock,
    ledger,
    sent,
    /** Each sent message, with its route. */
    over,
    lines,
    connect,
    /** The requests that a connection received and that change something. */
    changes: (name: ConnectionName | null) =>
      (platforms.get(name)?.asked ?? []).filter((asked) => /^(stop|start|terminate)Vm/.test(asked)),
    asked: (name: ConnectionName | null) => platforms.get(name)?.asked ?? [],
    platform: (name: ConnectionName | null) => platforms.get(name),
    spoil: (name: ConnectionName | null, fault: Fault) => void wrong.set(name, fault),
    async run(time: string, connections: readonly Connection[]) {
      clock.set(on(time));
      const ports = { clock, connections, ledger, log };
      const watched = await watch(ports, { policy });
      return { watched, acted: await act({ ...ports, notifiers }, { policy }) };
    },
    /** Runs `act` alone. */
    act(time: string, connections: readonly Connection[]) {
      clock.set(on(time));
      return act({ clock, connections, ledger, log, notifiers }, { policy });
    },
    /** The heads of a connection, as they are stored. */
    async headsOf(name: ConnectionName | null): Promise<readonly Head[]> {
      const heads = await ledger.heads();
      const own = heads.filter(({ target }) => getTargetConnection(target) === name);
      return own.toSorted((left, right) => (left.target < right.target ? -1 : 1));
    },
    /** The notifications about spendwatch itself. */
    told: () =>
      sent.flatMap(({ notifications }) =>
        notifications.flatMap((one) => (one.kind === 'blind' ? [one] : [])),
      ),
  };
}

/** Every five minutes from ten to ten past eleven: a machine found idle at ten is stopped at eleven. */
export const everyFiveMinutes = Array.from({ length: 15 }, (_, index) => {
  const minute = 600 + index * 5;
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
});
