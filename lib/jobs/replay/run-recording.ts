import type { PollReply } from '../../clouds/cloud.ts';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import { findCommonCloud } from '../../decide/group.ts';
import type { Observation } from '../../model/facts/observation.ts';
import type { IntentId, Subject, TargetId } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, days, type Instant, latest, milliseconds, type Span } from '../../model/time/time.ts';
import { type Ledger, nothingWritten } from '../../record/ledger.ts';
import { memoryLedger } from '../../record/memory-ledger.ts';
import { firstHead } from '../../state/head.ts';
import { listHeadConnections, selectConnectionHeads } from '../../state/heads-by-connection.ts';
import type { Intent } from '../../state/intent.ts';
import type { Message, Notification } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { carryOutAll } from '../act/carry-out.ts';
import { createRunRoutes, deliverOutbox } from '../act/deliver.ts';
import type { Log } from '../ports.ts';
import { commitTurn } from '../watch/commit-turn.ts';
import { watchGroups } from '../watch/watch-groups.ts';
import type { Recording } from './recording.ts';

export type ReplayEvent =
  | { readonly kind: 'message'; readonly at: Instant; readonly message: Message }
  | { readonly kind: 'action'; readonly at: Instant; readonly intent: Intent };

export type ReplayedRun = {
  readonly happenings: readonly ReplayEvent[];
  /** The number of notifications about VMs that would have been stopped, but kept running in the recording. */
  readonly leftOut: number;
};

type Terms = { readonly policy: Policy; readonly intervals: Intervals };
type Seen = { readonly target: TargetId; readonly observation: Observation };
type Run = readonly [Seen, ...Seen[]];

/**
 * Runs the turns of a recording on a ledger in memory. A VM that would have been stopped counts as being stopped until
 * it was seen stopped or gone; until then further stops of it are not counted, and its notifications are left out.
 */
export async function runRecording(
  { tracks, overrides }: Recording,
  { policy, intervals }: Terms,
): Promise<ReplayedRun> {
  const ledger = memoryLedger();
  for (const { target, meters } of tracks) await ledger.record({ ...nothingWritten, target, meters });
  const context = { policy, intervals: { ...intervals, confirmWithin: days(10_000) } };
  const times = new Map<IntentId, Instant>();
  const happenings: ReplayEvent[] = [];
  let leftOut = 0;
  for (const run of groupByRun(tracks, intervals)) {
    const now = await takeTurns(ledger, run, { ...context, overrides });
    const underway = await wouldBeStopped(ledger);
    const would = await wouldAct({ ledger, ...context, now });
    const isIncluded = (notice: Notification) =>
      !underway.has(notice.subject) && isSoonEnough(notice, times, intervals.confirmWithin);
    for (const message of would.messages) {
      const notifications = message.notifications.filter(isIncluded);
      leftOut += message.notifications.length - notifications.length;
      if (notifications.length > 0)
        happenings.push({ kind: 'message', at: now, message: { ...message, notifications } });
    }
    for (const intent of would.actions) {
      times.set(intent.id, now);
      happenings.push({ kind: 'action', at: now, intent });
    }
  }
  return { happenings, leftOut };
}

/** Repeats one run of `watch` from the recording. */
async function takeTurns(
  ledger: Ledger,
  run: Run,
  { overrides, ...context }: Terms & Pick<Recording, 'overrides'>,
): Promise<Instant> {
  const fleet = createFleetContextBuilder(
    await ledger.heads(),
    overrides,
    context.policy,
    run[0].observation.at,
  );
  for (const { target, observation } of run) {
    const order = { ...context, polled: toPollReply(observation), fleet: fleet(target) };
    await commitTurn({ ledger }, order, (await ledger.head(target)) ?? firstHead(target));
  }
  const now = run.reduce((newest, { observation }) => latest(newest, observation.at), run[0].observation.at);
  const ports = { ledger, clock: { now: () => now, sleep: async () => {} }, log: failLoudly };
  await watchGroups(ports, context, fleet, await ledger.heads());
  return now;
}

/** Returns the VMs that would have been stopped and were not seen stopped since. */
async function wouldBeStopped(ledger: Ledger): Promise<ReadonlySet<Subject>> {
  const heads = await ledger.heads();
  const intents = heads.flatMap((head) => head.intents);
  return new Set(intents.filter(({ state }) => state.kind === 'requested').map(({ subject }) => subject));
}

/** True unless a confirmation came so long after its request that somebody else must have stopped the VM. */
function isSoonEnough(notice: Notification, times: ReadonlyMap<IntentId, Instant>, within: Span): boolean {
  if (notice.kind !== 'action-confirmed') return true;
  const at = times.get(notice.intent);
  return at !== undefined && computeSpan(at, notice.doneAt) <= within;
}

/** Groups observations by run of `watch`, which polls each target once, within half a poll interval. */
function groupByRun(tracks: Recording['tracks'], { pollEvery }: Intervals): readonly Run[] {
  const all = tracks
    .flatMap(({ target, observations }) => observations.map((observation): Seen => ({ target, observation })))
    .sort((left, right) => left.observation.at - right.observation.at);
  const runs: [Seen, ...Seen[]][] = [];
  for (const item of all) {
    const run = runs.at(-1);
    const start = run?.[0].observation.at;
    const isSame =
      start !== undefined &&
      computeSpan(start, item.observation.at) < milliseconds(pollEvery / 2) &&
      !run?.some(({ target }) => target === item.target);
    if (run !== undefined && isSame) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

const toPollReply = (observation: Observation): PollReply => ({
  at: observation.at,
  asked: [...new Set([...observation.seen, ...observation.missing.map(({ part }) => part)])],
  unsupported: [],
  observe: () => observation,
});

/** The input for simulating `act`. */
type WouldAct = Terms & {
  /** A ledger in memory, never the one that was recorded. */
  readonly ledger: Ledger;
  readonly now: Instant;
};

type WouldBe = { readonly messages: readonly Message[]; readonly actions: readonly Intent[] };

/**
 * Runs `act` with a route that delivers every message at once and a cloud that accepts every request. Only later
 * observations show the outcome of an action.
 */
export async function wouldAct({ ledger, policy, intervals, now }: WouldAct): Promise<WouldBe> {
  const messages: Message[] = [];
  const ports = {
    ledger,
    clock: { now: () => now, sleep: async () => {} },
    log: failLoudly,
    notifiers: [
      {
        route: 'replay',
        send: async (message: Message) => {
          messages.push(message);
          return { kind: 'delivered' } as const;
        },
      },
    ],
  };
  const routing = createRunRoutes(ports, { ...policy, routes: null });
  for (const head of await ledger.heads()) await deliverOutbox(ports, head, routing);
  const action = async () =>
    ({ kind: 'requested', at: now, because: 'the action would be requested' }) as const;
  const actions: Intent[] = [];
  for (const connection of listHeadConnections(await ledger.heads())) {
    const heads = await ledger.heads();
    const own = selectConnectionHeads(heads, connection);
    const cloud = findCommonCloud(own);
    if (cloud === null) continue;
    const provider = { profile: getCloudProfile(cloud), action };
    const carried = await carryOutAll({ ...ports, connection, provider }, { policy, intervals }, heads);
    actions.push(...carried.map(({ intent }) => intent));
  }
  return { messages, actions };
}

/** Throws on any logged failure: a replay without a failed turn or action would give a different result. */
const failLoudly: Log = (event, details) => {
  if (event !== 'caps-held') throw new Error(`${event}: ${details?.['because']}`);
};
