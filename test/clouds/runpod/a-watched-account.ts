import type { PollReply } from '../../../lib/clouds/cloud.ts';
import { connectClient } from '../../../lib/clouds/http/client.ts';
import type { Transport } from '../../../lib/clouds/http/transport.ts';
import { runpodCloud } from '../../../lib/clouds/runpod/cloud.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { act } from '../../../lib/jobs/act/act.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import type { Part, PollResult, ProjectObservation } from '../../../lib/model/facts/observation.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  type TargetId,
  toTarget,
} from '../../../lib/model/ids.ts';
import type { Period } from '../../../lib/model/time/period.ts';
import { hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Notifier } from '../../../lib/notify/notifier.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { type AppOptions, createApp } from '../../../lib/simulators/runpod/http/app.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { createWorld, type WorldOptions } from '../../../lib/simulators/runpod/world/world.ts';
import type { Message } from '../../../lib/state/notification.ts';
import { aPod, editor, start } from '../../simulators/runpod/an-account.ts';
import { nowhere } from '../../support/commands/in-process.ts';

export const pods = projectTarget(null, ProjectId.parse('pods'));
export const account = accountTarget(null, BillingAccountId.parse('runpod'));

/** A request that was sent, and its reply. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly reply: unknown;
};

type Options = Partial<Omit<WorldOptions, 'clock'>> &
  Partial<Omit<AppOptions, 'world' | 'clock'>> & {
    readonly policy?: string;
    /** The first poll. */
    readonly from?: Instant;
    /** Changes replies on their way, as a platform might. */
    readonly change?: (path: string, reply: unknown) => unknown;
  };

const observing = `
version: 1
rules:
  - { name: too fast, rate: 1000 USD an hour }
`;

/** RunPod over its simulator, asked in process, and both jobs over a ledger in memory. */
export function aWatchedAccount({
  policy = observing,
  from = start,
  change = (_, reply) => reply,
  ...options
}: Options = {}) {
  const clock = virtualClock(from);
  const world = createWorld({ seed: 7, ...options, clock });
  const app = createApp({ keys: [editor], ...options, clock, world });
  const exchanges: Exchange[] = [];
  const transport: Transport = {
    async carry({ method, path, headers, body }) {
      const response = await app.fetch(new Request(`${nowhere}${path}`, { method, headers, body }));
      const text = await response.text();
      const reply = text === '' ? null : change(path, JSON.parse(text));
      const sent = body === null ? undefined : JSON.parse(body);
      exchanges.push({ method, path, sent, status: response.status, reply });
      const date = { date: new Date(clock.now()).toUTCString() };
      return {
        status: response.status,
        headers: { ...Object.fromEntries(response.headers), ...date },
        text: reply === null ? '' : JSON.stringify(reply),
      };
    },
    close: async () => {},
  };
  const client = connectClient({
    baseUrl: nowhere,
    apiKey: options.keys?.[0]?.key ?? editor.key,
    clock,
    random: () => 0.5,
    requestsPerMinute: 1_000_000,
    transport,
  });
  const cloud = runpodCloud(client);
  const ledger = memoryLedger();
  const logged: unknown[] = [];
  const said: { readonly at: Instant; readonly message: Message }[] = [];
  const notifier: Notifier = {
    route: 'story',
    send: async (message) => {
      said.push({ at: clock.now(), message });
      return { kind: 'delivered' };
    },
  };
  const read = readPolicy(policy, 'story.yaml');
  const ports = {
    clock,
    ledger,
    log: (...line: unknown[]) => void logged.push(line),
    signals: [],
    connections: [unnamedConnection(cloud)],
  };
  let next = clock.now();

  async function runUntil(end: Instant): Promise<void> {
    for (; next <= end; next = later(next, minutes(5))) {
      clock.set(next);
      await watch(ports, { policy: read });
      await act({ ...ports, notifiers: [notifier] }, { policy: read });
    }
  }

  async function seen(): Promise<ProjectObservation> {
    const head = await ledger.head(pods);
    if (head?.observation?.kind !== 'project') throw new TypeError(head?.failedBecause ?? 'not seen');
    return head.observation;
  }

  return { clock, world, cloud, ledger, exchanges, logged, said, runUntil, seen };
}

/** An account with a pod that runs. */
export function running(options: Options = {}) {
  const watched = aWatchedAccount(options);
  const pod = createPod(watched.world.state(), aPod);
  watched.clock.advance(minutes(5));
  watched.world.state();
  return { ...watched, pod };
}

const everyPart: readonly Part[] = ['vms', 'volumes', 'clusters', 'spend', 'account'];
type PollOptions = {
  readonly parts?: readonly Part[];
  readonly zone?: string;
  readonly pastSpend?: readonly Period[];
};

/** Polls a target once, as on the first poll of it. */
export async function poll(
  { cloud, clock }: ReturnType<typeof aWatchedAccount>,
  id: TargetId,
  { parts = everyPart, zone = 'UTC', pastSpend = [] }: PollOptions = {},
): Promise<PollReply> {
  const target = toTarget(id);
  if (target.kind === 'group') throw new TypeError('a group');
  return cloud.polls()({
    target,
    plan: { parts: new Set(parts), fallbacks: new Set(), usage: [], pastSpend },
    at: clock.now(),
    account: 'runpod',
    zone,
    showsAccounts: true,
    unsupportedLife: hours(24),
    known: [],
  });
}

/** Returns the observation of one poll. */
export const polled = async (...asked: Parameters<typeof poll>): Promise<PollResult> =>
  (await poll(...asked)).observe({ observation: null, usageUntil: null, deferredUsage: null, samplings: [] });
