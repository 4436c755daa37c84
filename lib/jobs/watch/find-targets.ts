import type { Unreadable } from '../../model/facts/unreadable.ts';
import type { Head } from '../../model/head.ts';
import {
  accountTarget,
  BillingAccountId,
  projectTarget,
  type Target,
  type TargetId,
  targetOf,
} from '../../model/ids.ts';
import { CloudError } from '../../providers/errors.ts';
import type { Provider } from '../../providers/provider.ts';

/** What there is to watch, as far as it can be told. */
export type Found = {
  readonly targets: readonly TargetId[];
  /** The billing account of each project, where the cloud says; the one before where that cannot be read. */
  readonly accountOf: ReadonlyMap<TargetId, string>;
  /** What the list tells of projects and cannot be read. */
  readonly unreadable: ReadonlyMap<TargetId, readonly Unreadable[]>;
  /** Whether the platform lists billing accounts; one that does has each of them. */
  readonly showsAccounts: boolean;
  /** Targets of the ledger that the cloud no longer lists, as far as its lists came whole. */
  readonly unlisted: ReadonlySet<TargetId>;
  /** What of the lists could not be had, so that something new may have been missed. */
  readonly missing: readonly string[];
  /** Why the cloud could not be asked; the targets are then those of the ledger. */
  readonly failure: CloudError | null;
};

/**
 * Finds projects and billing accounts. What is in the ledger and no longer listed is still a
 * target: its silence is a matter of its own.
 */
export async function findTargets(provider: Provider, heads: readonly Head[]): Promise<Found> {
  // Groups are made of what is found; nothing can be asked about them.
  const known = heads.map((head) => head.target).filter((target) => targetOf(target).kind !== 'group');
  try {
    const { projects, accounts, showsAccounts, gaps } = await provider.listTargets();
    const accountOf = new Map<TargetId, string>();
    const unreadable = new Map<TargetId, readonly Unreadable[]>();
    const accountBefore = new Map(heads.map((head) => [head.target, accountIn(head)]));
    for (const { id, account, unreadable: fields } of projects) {
      const target = projectTarget(id);
      const known = account === undefined ? accountBefore.get(target) : account;
      if (known != null) accountOf.set(target, known);
      unreadable.set(target, fields);
    }
    const owners = [...accounts, ...accountOf.values()].map((id) =>
      accountTarget(BillingAccountId.parse(id)),
    );
    const listed = new Set([...projects.map(({ id }) => projectTarget(id)), ...owners]);
    const targets = new Set([...listed, ...known]);
    const missing = [...gaps.project, ...gaps.account];
    // A list with a gap says nothing new of what is not in it; what was gone before has not come back by that.
    const before = new Set(goneBefore(heads));
    const mayBeGone = (target: TargetId) => before.has(target) || isListedWhole(targetOf(target).kind, gaps);
    const unlisted = new Set(known.filter((target) => !listed.has(target) && mayBeGone(target)));
    return { targets: [...targets], accountOf, unreadable, showsAccounts, unlisted, missing, failure: null };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return {
      targets: known,
      accountOf: new Map(),
      unreadable: new Map(),
      showsAccounts: true,
      unlisted: new Set(),
      missing: [],
      failure: error,
    };
  }
}

const accountIn = ({ observation }: Head): string | null =>
  observation?.kind === 'project' ? observation.account : null;

const goneBefore = (heads: readonly Head[]): TargetId[] =>
  heads.filter(({ failureScope }) => failureScope === 'unlisted').map(({ target }) => target);

/** Accounts are known by their projects too, projects by their own list alone. */
const isListedWhole = (
  kind: Target['kind'],
  { project, account }: Readonly<Record<'project' | 'account', readonly string[]>>,
): boolean => project.length === 0 && (kind !== 'account' || account.length === 0);
