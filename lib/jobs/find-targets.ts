import { listBillingAccounts, listProjects } from '../cloud/contract.ts';
import { CloudError } from '../cloud/errors.ts';
import type { Cloud } from '../cloud/operation.ts';
import type { Head } from '../model/head.ts';
import { accountTarget, BillingAccountId, projectTarget, type TargetId } from '../model/ids.ts';

/** What there is to watch, as far as it can be told. */
export type Found = {
  readonly targets: readonly TargetId[];
  /** The billing account of each project, where the cloud says. */
  readonly accountOf: ReadonlyMap<TargetId, string>;
  /** Why the cloud could not be asked; the targets are then those of the ledger. */
  readonly failure: CloudError | null;
};

/**
 * Finds projects and billing accounts. What is in the ledger and no longer listed is still a
 * target: its silence is a matter of its own.
 */
export async function findTargets(cloud: Cloud, heads: readonly Head[]): Promise<Found> {
  const known = heads.map((head) => head.target);
  try {
    const [projects, accounts] = await Promise.all([cloud.list(listProjects, {}), accountIds(cloud)]);
    const accountOf = new Map<TargetId, string>();
    for (const { id, billingAccountId } of projects.items) {
      if (billingAccountId) accountOf.set(projectTarget(id), billingAccountId);
    }
    const owners = [...accounts, ...accountOf.values()].map((id) =>
      accountTarget(BillingAccountId.parse(id)),
    );
    const targets = new Set([...projects.items.map(({ id }) => projectTarget(id)), ...owners, ...known]);
    return { targets: [...targets], accountOf, failure: null };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return { targets: known, accountOf: new Map(), failure: error };
  }
}

/** A key may see projects without seeing their accounts; those are then known by the projects. */
async function accountIds(cloud: Cloud): Promise<readonly string[]> {
  try {
    const { items } = await cloud.list(listBillingAccounts, {});
    return items.map(({ id }) => id);
  } catch (error) {
    if (
      error instanceof CloudError &&
      (error.kind === 'forbidden' || error.kind === 'unsupported' || error.kind === 'not-found')
    )
      return [];
    throw error;
  }
}
