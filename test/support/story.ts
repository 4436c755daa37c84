import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { connectClient } from '../../lib/clouds/http/client.ts';
import type { CloudClient } from '../../lib/clouds/http/operation.ts';
import type { Transport } from '../../lib/clouds/http/transport.ts';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { type ActReport, act } from '../../lib/jobs/act/act.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import type { TurnListener } from '../../lib/jobs/watch/report-turn.ts';
import { type WatchReport, watch } from '../../lib/jobs/watch/watch.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import { type Instant, instant, later, minutes, type Span } from '../../lib/model/time/time.ts';
import type { Notifier } from '../../lib/notify/notifier.ts';
import type { SignalSource } from '../../lib/observe/signals/signals.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { DialectName } from '../../lib/simulators/compute/dialects/dialects.ts';
import { serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld, type World } from '../../lib/simulators/compute/world/world.ts';
import type { ScriptedEvent } from '../../lib/simulators/compute/world/world-event.ts';
import type { Fault } from '../../lib/simulators/http/faults.ts';
import type { Message, Notification } from '../../lib/state/notification.ts';
import { markedKey } from './api-key.ts';
import { withoutPastSpend } from './clouds/without-past-spend.ts';
import { inProcess, nowhere } from './commands/in-process.ts';

export const at = (text: string): Instant => instant(Date.parse(text));

export type Tick = { readonly now: Instant; readonly watched: WatchReport; readonly acted: ActReport };

export type Story = {
  readonly world: World;
  readonly ledger: Ledger;
  /** The delivered messages with their times, oldest first. */
  readonly said: { readonly at: Instant; readonly message: Message }[];
  /** What the jobs logged, as lines of words. */
  readonly logged: string[];
  /** Polls up to and including an instant, with `watch` and then `act` at each; or only one of them, or neither. */
  runUntil(end: Instant, jobs?: readonly ('watch' | 'act')[]): Promise<void>;
  /** Returns each notification about a target and its contents. */
  notifications(target?: TargetId): readonly Notification[];
  close(): Promise<void>;
};

type StoryOptions = {
  readonly from: string;
  readonly events: readonly ScriptedEvent[];
  readonly policy: string;
  readonly every?: Span;
  /** The version of the platform; by default the newest, with everything. */
  readonly dialect?: DialectName;
  /** The faults between the client and the cloud. */
  readonly faults?: readonly Fault[];
  /** True to reach the cloud over real HTTP, as faults require. */
  readonly isServed?: boolean;
  /** Routes beside the one that keeps the messages; all of them must deliver. */
  readonly routes?: readonly Notifier[];
  /** Sources of usage from outside the platform. */
  readonly signals?: readonly SignalSource[];
  /** True to read the spend from before the first poll too. */
  readonly hasPastSpend?: boolean;
  /** Changes replies on their way, as a platform might; in process only. */
  readonly change?: (path: string, reply: unknown, now: Instant) => unknown;
  readonly onTurn?: TurnListener;
  readonly onTick?: (tick: Tick, story: Story) => void | Promise<void>;
};

/** Runs both jobs over the simulated cloud and a ledger in memory, poll by poll. */
export async function tellStory(options: StoryOptions): Promise<Story> {
  const {
    from,
    events,
    every = minutes(5),
    dialect = 'whole',
    faults = [],
    isServed = faults.length > 0,
    routes = [],
    signals = [],
    hasPastSpend = false,
    onTick,
    onTurn,
  } = options;
  const clock = virtualClock(at(from));
  const world = createWorld({ seed: 7, clock, events });
  const keys = [
    { key: markedKey('viewer'), role: 'viewer' },
    { key: markedKey('editor'), role: 'editor' },
  ] as const;
  const served = isServed ? await serveSimulator({ world, keys, dialect, faults }) : null;
  const { change } = options;
  const direct = inProcess({ world, keys, dialect });
  const changed = change && changing(direct, (path, reply) => change(path, reply, clock.now()));
  const way = served === null ? { transport: changed ?? direct } : {};
  const connect = (apiKey: string) =>
    connectClient({
      baseUrl: served?.url ?? nowhere,
      apiKey,
      clock,
      random: () => 0.5,
      requestsPerMinute: 1_000_000,
      ...way,
    });
  const clouds = { viewer: connect(markedKey('viewer')), editor: connect(markedKey('editor')) };
  const provider = (cloud: CloudClient) =>
    unnamedConnection(hasPastSpend ? computeCloud(cloud) : withoutPastSpend(computeCloud(cloud)));
  const providers = { viewer: provider(clouds.viewer), editor: provider(clouds.editor) };
  const policy = readPolicy(options.policy, 'story.yaml');
  const ledger = memoryLedger();
  const logged: string[] = [];
  const log = (event: string, details: object = {}) =>
    void logged.push([event, ...Object.values(details)].join(' '));
  const said: { at: Instant; message: Message }[] = [];
  const notifier: Notifier = {
    route: 'story',
    send: async (message) => {
      said.push({ at: clock.now(), message });
      return { kind: 'delivered' };
    },
  };
  let next = clock.now();
  const story: Story = {
    world,
    ledger,
    said,
    logged,
    notifications: (target) =>
      said
        .flatMap(({ message }) => message.notifications)
        .filter(({ subject }) => target === undefined || subject.startsWith(target)),
    runUntil: async (end, jobs = ['watch', 'act']) => {
      for (; next <= end; next = later(next, every)) {
        clock.set(next);
        const watched = jobs.includes('watch')
          ? await watch(
              { clock, ledger, log, signals, connections: [providers.viewer] },
              { policy, ...(onTurn && { onTurn }) },
            )
          : null;
        const acted = jobs.includes('act')
          ? await act(
              {
                clock,
                ledger,
                log,
                signals,
                connections: [providers.editor],
                notifiers: [notifier, ...routes],
              },
              { policy },
            )
          : null;
        if (watched && acted) await onTick?.({ now: next, watched, acted }, story);
      }
    },
    close: async () => {
      await Promise.all([clouds.viewer.close(), clouds.editor.close()]);
      await served?.close();
    },
  };
  return story;
}

/** Returns a transport that changes replies of JSON on their way. */
const changing = (
  { carry, close }: Transport,
  change: (path: string, reply: unknown) => unknown,
): Transport => ({
  close,
  async carry(request, ...rest) {
    const reply = await carry(request, ...rest);
    const isRead = reply.status < 300 && reply.text !== '';
    return isRead ? { ...reply, text: JSON.stringify(change(request.path, JSON.parse(reply.text))) } : reply;
  },
});
