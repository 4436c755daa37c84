import { isUnreadable } from '../../../model/facts/unreadable.ts';
import type { TargetList } from '../../cloud.ts';
import { CloudError, type CloudErrorKind } from '../../http/errors.ts';
import type { CloudClient, Listing, OperationItem } from '../../http/operation.ts';
import { listBillingAccounts, listProjects } from '../contract/billing-accounts.ts';
import type { WireProject } from '../wire/project.ts';

/** Lists projects and billing accounts. @throws CloudError when the projects cannot be listed. */
export async function listTargets(cloud: CloudClient): Promise<TargetList> {
  const [projects, accounts] = await Promise.all([readProjectList(cloud), listAccounts(cloud)]);
  if (projects instanceof CloudError) throw projects;
  return {
    projects: projects.items.map((project: WireProject) => ({
      id: project.id,
      account: isUnreadable(project, 'billingAccountId') ? undefined : project.billingAccountId || null,
      unreadable: project.unreadable ?? [],
    })),
    accounts: accounts.ids,
    showsAccounts: accounts.areShown,
    gaps: { project: describeGaps(projects), account: accounts.gaps },
  };
}

/** Lists the projects, or returns the error, so that the list of accounts may still show that our clock is wrong. */
async function readProjectList(
  cloud: CloudClient,
): Promise<Listing<OperationItem<typeof listProjects>> | CloudError> {
  try {
    return await cloud.list(listProjects, {});
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return error;
  }
}

/** Returns the gaps of a list: records that could not be read. Unreadable fields are no gaps. */
const describeGaps = ({ flaws }: Listing<unknown>): string[] =>
  flaws
    .filter(({ kind }) => kind === 'record')
    .map(({ operation, path, because }) => `${operation}: ${path}: ${because}`);

/** The kinds of errors that mean that a platform or key never lists accounts. These are then known by their projects. */
const notShown: ReadonlySet<CloudErrorKind> = new Set(['forbidden', 'unsupported', 'not-found']);

/** Lists the accounts. A failure does not prevent watching the projects. */
async function listAccounts(cloud: CloudClient) {
  try {
    const accounts = await cloud.list(listBillingAccounts, {});
    return { ids: accounts.items.map(({ id }) => id), gaps: describeGaps(accounts), areShown: true };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const areShown = !notShown.has(error.kind);
    return { ids: [], gaps: areShown ? [error.message] : [], areShown };
  }
}
