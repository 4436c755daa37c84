import type { AccountMarks, Cloud } from '../../clouds/cloud.ts';
import type { CloudError } from '../../clouds/http/errors.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Head } from '../../state/head.ts';
import { headsOf } from '../../state/heads-by-connection.ts';
import type { Policy } from '../../state/policy.ts';
import type { Connection, WatchPorts } from '../ports.ts';
import {
  type ConnectionError,
  mayShare,
  notInSettings,
  type Shown,
  sameAccount,
} from './connection-error.ts';
import { type Found, findTargets, onlyKnown } from './find-targets.ts';
import { type Believed, believeHeads } from './future-heads.ts';
import { findingPatience } from './watch-connection.ts';

/** The targets that a connection shows, its believed heads, and the poll of its targets. */
export type Asked = {
  readonly found: Found<CloudError | ConnectionError>;
  readonly believed: Believed;
  readonly poll?: ReturnType<Cloud['polls']>;
};

type Asking = {
  /** The connections in the order of the settings. */
  readonly connections: readonly Connection[];
  readonly heads: readonly Head[];
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly until: AbortSignal | undefined;
};

/** Begins to list the targets of all connections, and returns how each goes on; `ask` throws a ClockError. */
export function askConnections(
  ports: Pick<WatchPorts, 'clock' | 'ledger' | 'log'>,
  { connections, heads, policy, intervals, until }: Asking,
): readonly { readonly name: ConnectionName | null; readonly ask: () => Promise<Asked> }[] {
  const asker = { patience: findingPatience(intervals) };
  const listings = connections.map((connection): Listing => {
    const provider =
      until === undefined ? connection.provider : connection.provider.askedBy({ signal: until });
    const own = headsOf(heads, connection.name);
    const asked = provider.askedBy({ asker });
    const listing = findTargets({ ...connection, provider: asked }, own);
    const mayBeTwice = connections.some((other) => other !== connection && mayShare(connection, other));
    const marks = (mayBeTwice ? asked.identify?.() : undefined) ?? Promise.resolve(null);
    // Its own run meets the error; until then it must not end the process.
    for (const asking of [listing, marks]) asking.catch(() => undefined);
    return { connection: { ...connection, provider }, own, found: listing, marks };
  });
  return listings.map(({ connection, own, found: listing, marks }, index) => ({
    name: connection.name,
    async ask() {
      const listed = await listing;
      const shown = { connection, heads: own, targets: shownIn(listed), marks: await marks };
      const shared = await sharedBefore(shown, listings.slice(0, index));
      const targets = shared === null ? listed : onlyKnown(own, shared);
      const believed = await believeHeads({ ...ports, connection }, own, { policy, intervals });
      return { found: targets, believed, poll: connection.provider.polls() };
    },
  }));
}

type Listing = {
  readonly connection: Connection;
  readonly own: readonly Head[];
  readonly found: Promise<Found>;
  readonly marks: Promise<AccountMarks | null>;
};

/** Waits for what the connections before it show that may show the same account, and compares it with its own. */
async function sharedBefore(one: Shown, before: readonly Listing[]): Promise<ConnectionError | null> {
  const earlier = before
    .filter(({ connection }) => mayShare(one.connection, connection))
    .map(
      async ({ connection, own, found, marks }): Promise<Shown> => ({
        connection,
        heads: own,
        targets: await found.then(shownIn, () => own.map(({ target }) => target)),
        marks: await marks.catch(() => null),
      }),
    );
  return sameAccount(one, await Promise.all(earlier));
}

const shownIn = ({ targets, unlisted }: Found): readonly TargetId[] =>
  targets.filter((target) => !unlisted.has(target));

/** Returns the targets in the ledger of a connection that is no longer in the settings: they get failed polls. */
export function leftOver(name: ConnectionName | null, heads: readonly Head[]): Asked {
  const own = headsOf(heads, name);
  return { found: onlyKnown(own, notInSettings(name)), believed: { heads: own, doubted: new Set() } };
}
