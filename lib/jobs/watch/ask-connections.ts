import type { AccountMarks, Cloud, TargetList } from '../../clouds/cloud.ts';
import type { CloudError } from '../../clouds/http/errors.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Head } from '../../state/head.ts';
import { selectConnectionHeads } from '../../state/heads-by-connection.ts';
import type { Policy } from '../../state/policy.ts';
import type { Connection, WatchPorts } from '../ports.ts';
import {
  type ConnectionError,
  type ConnectionView,
  mayBeRenamed,
  mayShare,
  notInSettings,
  sameAccount,
} from './connection-error.ts';
import { type FoundTargets, findTargets, onlyKnown } from './find-targets.ts';
import { type BelievedHeads, believeHeads } from './future-heads.ts';
import {
  formerNames,
  headsByName,
  nothingRenamed,
  type RenameResult,
  takeOverTargets,
} from './renamed-connections.ts';
import { findingPatience } from './watch-connection.ts';

/** The targets that a connection shows, its believed heads, and the function that polls a target, if it can be polled. */
export type ConnectionReply = {
  readonly found: FoundTargets<CloudError | ConnectionError>;
  readonly believed: BelievedHeads;
  readonly poll?: ReturnType<Cloud['polls']>;
};

type Asking = {
  /** The connections in the order of the settings. */
  readonly connections: readonly Connection[];
  readonly heads: readonly Head[];
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly until: AbortSignal | undefined;
  /** True for the run of the first shard, which has the heads of all targets. */
  readonly isFirst: boolean;
};

/** The requests to connections, and the heads that moved from former names once all connections have listed their targets. */
export type ConnectionRequests = {
  readonly listings: readonly {
    readonly name: ConnectionName | null;
    readonly ask: () => Promise<ConnectionReply>;
  }[];
  readonly renamed: () => Promise<RenameResult>;
};

/** Begins to list the targets of all connections. `ask` completes one of them, and throws a ClockError if its clock is wrong. */
export function askConnections(
  ports: Pick<WatchPorts, 'clock' | 'ledger' | 'log'>,
  { connections, heads, policy, intervals, until, isFirst }: Asking,
): ConnectionRequests {
  const asker = { patience: findingPatience(intervals) };
  const listed = connections.map((connection) => {
    const provider =
      until === undefined ? connection.provider : connection.provider.askedBy({ signal: until });
    const asked = provider.askedBy({ asker });
    return { connection: { ...connection, provider }, asked, list: asked.listTargets() };
  });
  const known = headsByName(heads);
  const listings: Listing[] = [];
  for (const { connection, asked, list } of listed) {
    const own = selectConnectionHeads(heads, connection.name);
    const earlier = listings.filter((listing) => mayShare(listing.connection, connection));
    const renaming = { connection, listed, known, policy, intervals };
    const renamed = list.then(async (shown) => {
      if (!isFirst) return nothingRenamed;
      // If two connections show one account, the first takes over the heads of its targets.
      await Promise.allSettled(earlier.map((listing) => listing.renamed));
      return takeOverTargets(ports, renaming, shown);
    });
    const mergeTakenHeads = async () => {
      const { heads: taken } = await renamed;
      const isTaken = new Set(taken.map(({ target }) => target));
      return [...own.filter(({ target }) => !isTaken.has(target)), ...taken];
    };
    // Other shards begin with an account once the first one has moved its heads.
    const waits = async (shown: TargetList) =>
      !isFirst && own.length === 0 && formerNames(renaming, shown).length > 0;
    const found = list
      .then(waits, () => false)
      .then((isWaiting): Promise<FoundTargets> | FoundTargets =>
        isWaiting
          ? onlyKnown<CloudError>(own, null)
          : findTargets(connection.name, list, own, mergeTakenHeads),
      )
      .then(async (all) => {
        const { unmoved } = await renamed.catch(() => nothingRenamed);
        return { ...all, targets: all.targets.filter((target) => !unmoved.includes(target)) };
      });
    const mayBeTwice = connections.some(
      (other) => other.name !== connection.name && mayShare(connection, other),
    );
    const marks = (mayBeTwice ? asked.identify?.() : undefined) ?? Promise.resolve(null);
    // The run of the connection handles the error; until then it must not end the process.
    for (const asking of [list, renamed, found, marks]) asking.catch(() => undefined);
    listings.push({ connection, own, found, marks, renamed });
  }
  const mergeRenames = async (some: readonly Listing[]): Promise<RenameResult> => {
    const all = await Promise.all(some.map(({ renamed }) => renamed.catch(() => nothingRenamed)));
    return {
      moved: all.flatMap(({ moved }) => moved),
      heads: all.flatMap((result) => result.heads),
      unmoved: all.flatMap(({ unmoved }) => unmoved),
      doubts: new Map(all.flatMap(({ doubts }) => [...doubts])),
    };
  };
  return {
    renamed: () => mergeRenames(listings),
    listings: listings.map(({ connection, found: listing, marks }, index) => ({
      name: connection.name,
      async ask() {
        const found = await listing;
        const earlier = listings.slice(0, index);
        const shown = {
          connection,
          heads: found.heads,
          targets: selectShownTargets(found),
          marks: await marks,
        };
        const shared = await findSharedAccount(shown, earlier);
        const moved = shared === null ? [] : (await mergeRenames(earlier)).moved;
        const own = found.heads.filter(({ target }) => !moved.includes(target));
        const targets = shared === null ? found : onlyKnown(own, shared);
        const believed = await believeHeads({ ...ports, connection }, own, { policy, intervals });
        return { found: targets, believed, poll: connection.provider.polls() };
      },
    })),
  };
}

type Listing = {
  readonly connection: Connection;
  readonly own: readonly Head[];
  readonly found: Promise<FoundTargets>;
  readonly marks: Promise<AccountMarks | null>;
  readonly renamed: Promise<RenameResult>;
};

/** Returns the error if an earlier connection shows the same account; waits for the lists of those that may. */
async function findSharedAccount(
  view: ConnectionView,
  listings: readonly Listing[],
): Promise<ConnectionError | null> {
  const earlier = listings
    .filter(({ connection }) => mayShare(view.connection, connection))
    .map(
      async ({ connection, own, found, marks }): Promise<ConnectionView> => ({
        connection,
        heads: own,
        targets: await found.then(selectShownTargets, () => own.map(({ target }) => target)),
        marks: await marks.catch(() => null),
      }),
    );
  return sameAccount(view, await Promise.all(earlier));
}

const selectShownTargets = ({ targets, unlisted }: FoundTargets): readonly TargetId[] =>
  targets.filter((target) => !unlisted.has(target));

/** Returns the targets of a connection that is no longer in the settings, with the error that their failed polls get. */
export async function createLeftoverReply(
  name: ConnectionName | null,
  heads: readonly Head[],
  renamed: Promise<RenameResult>,
): Promise<ConnectionReply> {
  const { moved, doubts } = await renamed;
  const own = selectConnectionHeads(heads, name).filter(({ target }) => !moved.includes(target));
  const doubt = doubts.get(name);
  const failure = doubt === undefined ? notInSettings(name) : mayBeRenamed(doubt);
  // If all of it moved to another name, nothing has failed.
  if (own.length === 0)
    return { found: onlyKnown<ConnectionError>(own, null), believed: { heads: own, doubted: new Set() } };
  return { found: onlyKnown(own, failure), believed: { heads: own, doubted: new Set() } };
}
