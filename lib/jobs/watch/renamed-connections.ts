import type { TargetList } from '../../clouds/cloud.ts';
import type { CloudProfile } from '../../clouds/profile.ts';
import { type ConnectionName, connectionInWords, nameInCommands } from '../../model/connection-name.ts';
import { type PollResult, partOf } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { getTargetConnection, nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { firstHead, type Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { moveHeads, toConnectionTarget } from '../move-heads.ts';
import type { Connection, WatchPorts } from '../ports.ts';
import { mayShare } from './connection-error.ts';

/** A connection, with the other connections of the settings and the ledger. */
export type RenameContext = {
  readonly connection: Connection;
  /** The connections in the order of the settings, each with the list of its targets. */
  readonly listed: readonly { readonly connection: Connection; readonly list: Promise<TargetList> }[];
  readonly known: KnownHeads;
  readonly policy: Policy;
  readonly intervals: Intervals;
};

/** The heads that moved to a connection from former names, and the connections whose heads may have to. */
export type RenameResult = {
  /** The targets under their former names, which no longer count. */
  readonly moved: readonly TargetId[];
  /** The heads that replace them. */
  readonly heads: readonly Head[];
  /** The targets that could not be moved yet. They are not polled in this run: a poll would begin them anew. */
  readonly unmoved: readonly TargetId[];
  /** The reason why the spend of a connection may count twice, by the name of each that may be this one under a former name. */
  readonly doubts: ReadonlyMap<ConnectionName | null, string>;
};

export const nothingRenamed: RenameResult = { moved: [], heads: [], unmoved: [], doubts: new Map() };

/** The heads of each connection, by the names of their targets without the connection, such as "project/lab". */
export type KnownHeads = ReadonlyMap<ConnectionName | null, ReadonlyMap<string, Head>>;

export function headsByName(heads: readonly Head[]): KnownHeads {
  const byName = new Map<ConnectionName | null, Map<string, Head>>();
  for (const head of heads) {
    const connection = getTargetConnection(head.target);
    if (connection === undefined) continue;
    const own = byName.get(connection) ?? new Map<string, Head>();
    byName.set(connection, own.set(bareName(head.target), head));
  }
  return byName;
}

/** Returns the name of a target without its connection: "project/lab" for "project@research/lab". */
const bareName = (target: TargetId): string => `${toTarget(target).kind}/${nameOfTarget(target)}`;

/** Returns the other connections that have targets of the same names as this one, and of which this one may be a new name. */
export function formerNames(
  { connection, listed, known }: Pick<RenameContext, 'connection' | 'listed' | 'known'>,
  list: TargetList,
): readonly Former[] {
  const others = [...known].filter(([name]) => name !== connection.name);
  if (others.length === 0) return [];
  const shown = [...listTargetNames(list)];
  const { profile } = connection.provider;
  const ownIndex = listed.findIndex((entry) => entry.connection.name === connection.name);
  return others.flatMap(([name, heads]): Former[] => {
    const isOfCloud = ({ observation }: Head) => observation === null || observation.cloud === profile.name;
    const shared = shown.flatMap((target) => heads.get(target) ?? []).filter(isOfCloud);
    if (shared.every(({ observation }) => observation === null)) return [];
    const index = listed.findIndex((entry) => entry.connection.name === name);
    const other = listed[index];
    if (other === undefined)
      return [{ kind: 'left', name, own: [...heads.values()].filter(isOfCloud), shared }];
    if (!mayShare(connection, other.connection))
      return [{ kind: 'listed', name, own: shared, shared, list: other.list }];
    // If two connections show one account, the first in the settings counts.
    const isLater = index > ownIndex && !profile.namesTargetsAlike;
    return isLater ? [{ kind: 'refused', name, own: shared, shared }] : [];
  });
}

type Former = {
  readonly name: ConnectionName | null;
  /** The heads to move. */
  readonly own: readonly Head[];
  /** The heads of targets that both connections show. */
  readonly shared: readonly Head[];
} & ({ readonly kind: 'left' | 'refused' } | { readonly kind: 'listed'; readonly list: Promise<TargetList> });

/**
 * Moves the heads of an account to the connection that shows it now, if a resource that both show proves it; otherwise its
 * month would count twice. A connection that is no longer in the settings and may be this one is returned as a doubt.
 */
export async function takeOverTargets(
  ports: Pick<WatchPorts, 'clock' | 'ledger' | 'log'>,
  input: RenameContext,
  list: TargetList,
): Promise<RenameResult> {
  const { connection } = input;
  const moved: TargetId[] = [];
  const heads: Head[] = [];
  const unmoved: TargetId[] = [];
  const doubts = new Map<ConnectionName | null, string>();
  for (const found of formerNames(input, list)) {
    const former = found.kind === 'listed' ? await withGoneTargets(found) : found;
    if (former === null) continue;
    const proof = await proveRename(ports, input, former);
    if (proof === 'same') {
      const all = await moveHeads(ports, former.own, connection.name);
      const gone = all.filter(({ now }) => now !== null);
      heads.push(...all.flatMap(({ now }) => now ?? []));
      moved.push(...gone.map(({ before }) => before.target));
      unmoved.push(
        ...all.flatMap(({ before, now }) =>
          now === null && before.unreadable === null
            ? [toConnectionTarget(connection.name, before.target)]
            : [],
        ),
      );
      ports.log('connection-renamed', {
        from: connectionInWords(former.name),
        to: connectionInWords(connection.name),
        targets: gone.length,
      });
    } else if (proof === 'unknown' && former.kind === 'left')
      doubts.set(former.name, describeDoubt(former, connection.name));
  }
  return { moved, heads, unmoved, doubts };
}

/** Keeps the targets that a listed connection no longer shows; `null` if it shows all, or its list is incomplete. */
async function withGoneTargets(former: Former & { readonly kind: 'listed' }): Promise<Former | null> {
  const list = await former.list.catch(() => null);
  if (list === null || [...list.gaps.project, ...list.gaps.account].length > 0) return null;
  const shown = listTargetNames(list);
  const gone = former.shared.filter(({ target }) => !shown.has(bareName(target)));
  return gone.length === 0 ? null : { ...former, own: gone, shared: gone };
}

type Proof = 'same' | 'other' | 'unknown';

async function proveRename(
  ports: Pick<WatchPorts, 'clock'>,
  input: RenameContext,
  { kind, own, shared }: Former,
): Promise<Proof> {
  const { connection, known } = input;
  // The same address shows the same names.
  if (kind === 'refused') return 'same';
  const present = known.get(connection.name);
  const pairs = shared.map((head) => ({ head, present: present?.get(bareName(head.target)) }));
  // An earlier run had the proof, and was interrupted.
  if (
    own.some(
      ({ movedTo }) => movedTo !== undefined && getTargetConnection(movedTo.target) === connection.name,
    )
  )
    return 'same';
  // Both were polled side by side: two accounts with targets of the same names.
  const isBeside = pairs.some(
    ({ head, present }) =>
      present?.beganAt != null && head.observation !== null && present.beganAt <= head.observation.at,
  );
  if (isBeside) return 'other';
  const { profile } = connection.provider;
  for (const { head, present } of pairs)
    if (present !== undefined && shareOne(profile, getKnownResources(head), getKnownResources(present)))
      return 'same';
  if (pairs.some(({ present }) => present !== undefined)) return 'unknown';
  const asked = pairs
    .filter(({ head }) => getKnownResources(head).length > 0)
    .toSorted((left, right) => getKnownResources(right.head).length - getKnownResources(left.head).length)
    .slice(0, mostAsked);
  for (const { head } of asked)
    if (
      shareOne(profile, getKnownResources(head), getPolledResources(await pollKnownKinds(ports, input, head)))
    )
      return 'same';
  return 'unknown';
}

/** The maximum number of projects whose resources are compared before a connection is doubted. */
const mostAsked = 5;

/** Polls the kinds of resources that a target had, under the new name and without a turn. Returns `null` for a group. */
async function pollKnownKinds(
  { clock }: Pick<WatchPorts, 'clock'>,
  { connection, policy, intervals }: RenameContext,
  head: Head,
): Promise<PollResult | null> {
  const id = toConnectionTarget(connection.name, head.target);
  const target = toTarget(id);
  if (target.kind === 'group') return null;
  const parts = new Set(getKnownResources(head).map(({ kind }) => partOf[kind]));
  const polled = await connection.provider.polls()({
    ...{ target, at: clock.now(), account: null, known: [], showsAccounts: true, zone: policy.timezone },
    plan: { parts, fallbacks: new Set(), usage: [], pastSpend: [] },
    unsupportedLife: intervals.unsupportedLife,
  });
  return polled.observe({ ...firstHead(id), samplings: [] });
}

const getPolledResources = (result: PollResult | null): readonly Resource[] =>
  result?.kind === 'project' ? result.resources : [];

const getKnownResources = ({ observation }: Head): readonly Resource[] =>
  observation?.kind === 'project' ? observation.resources : [];

/**
 * True if both lists have a resource of the same kind, id and time of creation. If that time is unknown, the id alone is
 * proof only on a cloud whose ids distinguish accounts.
 */
function shareOne(
  { namesTargetsAlike }: Pick<CloudProfile, 'namesTargetsAlike'>,
  left: readonly Resource[],
  right: readonly Resource[],
): boolean {
  const formatResourceKey = ({ kind, id, createdAt }: Resource) => `${kind} ${id} ${createdAt ?? 'unknown'}`;
  const isTelling = ({ createdAt }: Resource) => createdAt !== null || namesTargetsAlike;
  const names = new Set(left.filter(isTelling).map(formatResourceKey));
  return right.some((resource) => isTelling(resource) && names.has(formatResourceKey(resource)));
}

/** Returns the names of the targets in a list, such as "project/lab", with the accounts of its projects. */
function listTargetNames({ projects, accounts }: TargetList): ReadonlySet<string> {
  const owners = projects.flatMap(({ account }) => account ?? []);
  return new Set([
    ...projects.map(({ id }) => `project/${id}`),
    ...[...accounts, ...owners].map((id) => `account/${id}`),
  ]);
}

function describeDoubt({ name, shared }: Former, now: ConnectionName | null): string {
  const [first] = shared;
  const shown = first === undefined ? '' : `${toTarget(first.target).kind} ${nameOfTarget(first.target)}`;
  return `${connectionInWords(name)} is no longer in the settings, and ${connectionInWords(now)} shows ${shown}, as it did, but none of its machines: if both are one account, its spend of this month counts twice. Then run \`spendwatch connections rename ${nameInCommands(name)} ${nameInCommands(now)}\`. Until then, or until the month ends, no budget that adds up both stops anything`;
}
