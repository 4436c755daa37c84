import { BillingAccountId, ProjectId } from '../../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { accountReply, customerOf, projectReply } from '../../replies/account.ts';
import { sshKeyReply } from '../../replies/user.ts';
import { tokenFor } from '../../world/identity/identity.ts';
import { grantsOn } from '../../world/identity/identity-life.ts';
import { emailWrong, idWrong, refuseWrong, wrongIf } from '../../world/refusal.ts';
import { byId, projectsOf, theAccount, theProject } from '../../world/world-state.ts';
import { requireRole, sees } from '../access.ts';
import { done, list, type Route, shows, single } from '../route.ts';

export const accountRoutes = {
  listBillingAccounts: list(cloud.listBillingAccounts, (state, _input, caller) =>
    byId(state.accounts.values())
      .filter(({ id }) => sees(state, caller, { kind: 'account', id }))
      .map((account) => accountReply(state, account)),
  ),
  getBillingAccount: shows(cloud.getBillingAccount, (state, { id }) =>
    accountReply(state, theAccount(state, id)),
  ),
  getBillingAccountDetails: shows(cloud.getBillingAccountDetails, (state, { id }) => {
    const account = theAccount(state, id);
    const { email, invoiceName } = account.billing;
    const customer = { id: customerOf(account), email, name: invoiceName ?? account.displayName };
    return { billingAccount: accountReply(state, account), paymentProviderCustomer: customer };
  }),
  listBillingAccountProjects: list(cloud.listBillingAccountProjects, (state, { id }) =>
    byId(projectsOf(state, theAccount(state, id).id)).map((project) => {
      const { resourceCount } = projectReply(state, project);
      return { id: project.id, resourceCount: resourceCount ?? 0 };
    }),
  ),
  /** The account is prepaid and empty: credit must be added before anything can be created. */
  createBillingAccount: single(cloud.createBillingAccount, (world, _input, body, { email }) => {
    refuseWrong([
      ...wrongIf(body.displayName.trim() === '', 'displayName', 'must not be empty'),
      ...emailWrong('email', body.email),
    ]);
    const { seed, accounts } = world.state();
    const id = BillingAccountId.parse(tokenFor(seed, 'account', accounts.size).slice(0, 12));
    world.perform({
      kind: 'open-account',
      id,
      displayName: body.displayName,
      paymentTerms: 'PREPAID',
      by: email,
      hasCard: false,
      billing: {
        email: body.email,
        invoiceName: body.invoiceName,
        address: stated(body.billingAddress ?? {}),
        taxId: body.taxId,
      },
    });
    const state = world.state();
    return accountReply(state, theAccount(state, id));
  }),
} as const satisfies Record<string, Route>;

const stated = (address: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(address).flatMap(([line, text]) => (text ? [[line, text]] : [])));

const required = (field: string) => [{ field, description: 'is required' }];

export const projectRoutes = {
  listProjects: list(cloud.listProjects, (state, _input, caller) =>
    byId(state.projects.values())
      .filter(({ id }) => sees(state, caller, { kind: 'project', id }))
      .map((project) => projectReply(state, project)),
  ),
  getProject: shows(cloud.getProject, (state, { id }) => projectReply(state, theProject(state, id))),
  /** The client cannot set the creator or the contents. */
  createProject: single(cloud.createProject, (world, _input, { id, billingAccountId }, caller) => {
    refuseWrong([
      ...(id ? idWrong('id', id) : required('id')),
      ...(billingAccountId ? [] : required('billingAccountId')),
    ]);
    const account = BillingAccountId.parse(billingAccountId);
    requireRole(world.state(), caller, { kind: 'account', id: account }, 'EDITOR');
    const project = ProjectId.parse(id);
    world.perform({ kind: 'create-project', id: project, account, by: caller.email });
    const state = world.state();
    return projectReply(state, theProject(state, project));
  }),
  updateProject: single(cloud.updateProject, (world, path, { billingAccountId }, caller) => {
    const id = path['project.id'];
    if (billingAccountId) {
      const account = BillingAccountId.parse(billingAccountId);
      requireRole(world.state(), caller, { kind: 'account', id: account }, 'EDITOR');
      world.perform({ kind: 'move-project', id, account });
    }
    const state = world.state();
    return projectReply(state, theProject(state, id));
  }),
  deleteProject: single(cloud.deleteProject, (world, { id }) => {
    world.perform({ kind: 'delete-project', id: ProjectId.parse(id) });
    return done;
  }),
  /** A project has no keys of its own: these are the keys of everyone with access. */
  listProjectSshKeys: list(cloud.listProjectSshKeys, (state, { projectId }) => {
    theProject(state, projectId);
    const users = new Set(grantsOn(state, { kind: 'project', id: projectId }).map(({ user }) => user));
    return [...users].flatMap((user) => byId(user.sshKeys.values()).map(sshKeyReply));
  }),
} as const satisfies Record<string, Route>;
