import type { TargetList } from '../../clouds/cloud.ts';
import { CloudError } from '../../clouds/http/errors.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { UnreadableField } from '../../model/facts/unreadable.ts';
import {
  accountTarget,
  BillingAccountId,
  projectTarget,
  type Target,
  type TargetId,
  toTarget,
} from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';

/** The targets to monitor, as far as they can be found. */
export type FoundTargets<Failure = CloudError> = {
  readonly targets: readonly TargetId[];
  /** The billing account of each project that has a known one; the previous account if the current one cannot be read. */
  readonly accountOf: ReadonlyMap<TargetId, string>;
  /** The fields of projects in the list that cannot be read. */
  readonly unreadable: ReadonlyMap<TargetId, readonly UnreadableField[]>;
  /** True if the platform lists all its billing accounts. */
  readonly showsAccounts: boolean;
  /** Targets of the ledger that the cloud no longer lists, as far as its lists were complete. */
  readonly unlisted: ReadonlySet<TargetId>;
  /** The parts of the lists that could not be read, so that new targets may be missing. */
  readonly missing: readonly string[];
  /** The reason why the cloud could not be asked, so that the targets are those of the ledger; `null` if it was asked. */
  readonly failure: Failure | null;
  /** The heads of the connection. */
  readonly heads: readonly Head[];
};

/**
 * Finds projects and billing accounts of a connection, from its list and its heads. Targets of the ledger that are no longer
 * listed are included: rules must still judge them. `takeOver` returns the heads, including those moved from a former name.
 */
export async function findTargets(
  connection: ConnectionName | null,
  list: Promise<TargetList>,
  own: readonly Head[],
  takeOver: (list: TargetList) => Promise<readonly Head[]> = async () => own,
): Promise<FoundTargets> {
  try {
    const listedNow = await list;
    const heads = await takeOver(listedNow);
    const ledgerTargets = heads.map(({ target }) => target);
    const { projects, accounts, showsAccounts, gaps } = listedNow;
    const accountOf = new Map<TargetId, string>();
    const unreadable = new Map<TargetId, readonly UnreadableField[]>();
    const previousAccount = new Map(heads.map((head) => [head.target, getHeadAccount(head)]));
    for (const { id, account, unreadable: fields } of projects) {
      const target = projectTarget(connection, id);
      const accountId = account === undefined ? previousAccount.get(target) : account;
      if (accountId != null) accountOf.set(target, accountId);
      unreadable.set(target, fields);
    }
    const owners = [...accounts, ...accountOf.values()].map((id) =>
      accountTarget(connection, BillingAccountId.parse(id)),
    );
    const listed = new Set([...projects.map(({ id }) => projectTarget(connection, id)), ...owners]);
    const targets = new Set([...listed, ...ledgerTargets]);
    const missing = [...gaps.project, ...gaps.account];
    // An incomplete list does not show that a target is gone, nor that one that was gone before is back.
    const unlistedBefore = new Set(listUnlistedTargets(heads));
    const mayBeGone = (target: TargetId) =>
      unlistedBefore.has(target) || isListedWhole(toTarget(target).kind, gaps);
    const unlisted = new Set(ledgerTargets.filter((target) => !listed.has(target) && mayBeGone(target)));
    return {
      targets: [...targets],
      accountOf,
      unreadable,
      showsAccounts,
      unlisted,
      missing,
      failure: null,
      heads,
    };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return onlyKnown(own, error);
  }
}

/** Returns the targets of the ledger as those of a connection that could not be asked. */
export const onlyKnown = <Failure>(
  heads: readonly Head[],
  failure: Failure | null,
): FoundTargets<Failure> => ({
  targets: heads.map(({ target }) => target),
  accountOf: new Map(),
  unreadable: new Map(),
  showsAccounts: true,
  unlisted: new Set(),
  missing: [],
  failure,
  heads,
});

const getHeadAccount = ({ observation }: Head): string | null =>
  observation?.kind === 'project' ? observation.account : null;

const listUnlistedTargets = (heads: readonly Head[]): TargetId[] =>
  heads.filter(({ failureScope }) => failureScope === 'unlisted').map(({ target }) => target);

/** True if targets of a kind are listed completely. Accounts are also found through projects, so both lists count. */
const isListedWhole = (
  kind: Target['kind'],
  { project, account }: Readonly<Record<'project' | 'account', readonly string[]>>,
): boolean => project.length === 0 && (kind !== 'account' || account.length === 0);
