import type { Head } from '../../model/head.ts';
import {
  accountTarget,
  BillingAccountId,
  projectTarget,
  type Target,
  type TargetId,
  targetOf,
} from '../../model/ids.ts';
import { listBillingAccounts } from '../../providers/compute/contract/billing-accounts.ts';
import { listProjects } from '../../providers/compute/contract/projects.ts';
import { CloudError, type CloudErrorKind } from '../../providers/errors.ts';
import type { Cloud, ItemOf, Listing } from '../../providers/operation.ts';

/** What there is to watch, as far as it can be told. */
export type Found = {
  readonly targets: readonly TargetId[];
  /** The billing account of each project, where the cloud says. */
  readonly accountOf: ReadonlyMap<TargetId, string>;
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
export async function findTargets(cloud: Cloud, heads: readonly Head[]): Promise<Found> {
  // Groups are made of what is found; nothing can be asked about them.
  const known = heads.map((head) => head.target).filter((target) => targetOf(target).kind !== 'group');
  const [projects, accounts] = await Promise.all([projectsOf(cloud), listAccounts(cloud)]);
  if (projects instanceof CloudError)
    return {
      targets: known,
      accountOf: new Map(),
      showsAccounts: true,
      unlisted: new Set(),
      missing: [],
      failure: projects,
    };
  const accountOf = new Map<TargetId, string>();
  for (const { id, billingAccountId } of projects.items) {
    if (billingAccountId) accountOf.set(projectTarget(id), billingAccountId);
  }
  const owners = [...accounts.ids, ...accountOf.values()].map((id) =>
    accountTarget(BillingAccountId.parse(id)),
  );
  const listed = new Set([...projects.items.map(({ id }) => projectTarget(id)), ...owners]);
  const targets = new Set([...listed, ...known]);
  const gaps = { project: gapsIn(projects), account: accounts.gaps };
  const missing = [...gaps.project, ...gaps.account];
  // A list with a gap says nothing new of what is not in it; what was gone before has not come back by that.
  const before = new Set(goneBefore(heads));
  const mayBeGone = (target: TargetId) => before.has(target) || isListedWhole(targetOf(target).kind, gaps);
  const unlisted = new Set(known.filter((target) => !listed.has(target) && mayBeGone(target)));
  const { areShown: showsAccounts } = accounts;
  return { targets: [...targets], accountOf, showsAccounts, unlisted, missing, failure: null };
}

/** Lists the projects, or returns why they cannot be listed: the other list may yet tell that our clock is wrong. */
async function projectsOf(cloud: Cloud): Promise<Listing<ItemOf<typeof listProjects>> | CloudError> {
  try {
    return await cloud.list(listProjects, {});
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return error;
  }
}

const goneBefore = (heads: readonly Head[]): TargetId[] =>
  heads.filter(({ failureScope }) => failureScope === 'unlisted').map(({ target }) => target);

/** Accounts are known by their projects too, projects by their own list alone. */
const isListedWhole = (
  kind: Target['kind'],
  { project, account }: Readonly<Record<'project' | 'account', readonly string[]>>,
): boolean => project.length === 0 && (kind !== 'account' || account.length === 0);

/** What a list does not tell of; what cannot be read about something that it does tell of is no gap. */
const gapsIn = ({ flaws }: Listing<unknown>): string[] =>
  flaws
    .filter(({ kind }) => kind === 'record')
    .map(({ operation, path, because }) => `${operation}: ${path}: ${because}`);

/** The ways of a platform or a key to say that it never shows accounts; they are then known by their projects. */
const notShown: ReadonlySet<CloudErrorKind> = new Set(['forbidden', 'unsupported', 'not-found']);

/** Accounts that cannot be listed keep nobody from watching the projects. */
async function listAccounts(cloud: Cloud) {
  try {
    const accounts = await cloud.list(listBillingAccounts, {});
    return { ids: accounts.items.map(({ id }) => id), gaps: gapsIn(accounts), areShown: true };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const areShown = !notShown.has(error.kind);
    return { ids: [], gaps: areShown ? [error.message] : [], areShown };
  }
}
