import type { CloudErrorKind } from '../../clouds/http/errors.ts';
import { type CloudProfile, grantInWords } from '../../clouds/profile.ts';
import { nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds, wouldStopTargetResources } from '../../state/policy-needs.ts';
import { type Examination, isAbsent } from './examine.ts';
import { type Finding, type FindingRow, finding } from './finding.ts';

/** The error that prevented the whole check. */
export type Refusal = { readonly error: CloudErrorKind; readonly because: string };

/** Returns the error that prevented the whole check; `null` if the cloud answered. */
export function findRefusal({ found, asks }: Pick<Examination, 'found' | 'asks'>): Refusal | null {
  if (found !== null) {
    return found.failure && { error: found.failure.kind, because: found.failure.message };
  }
  const last = asks.at(-1)?.outcome;
  return last?.kind === 'refused' ? last : null;
}

/** True if the fault is in the configuration, and not in the cloud or the network. */
export const isMisconfigured = ({ error }: Refusal): boolean => error in misconfigured;

const otherApi = () => 'check SPENDWATCH_CLOUD_URL: the server there does not speak this API';
const misconfigured: Partial<Record<CloudErrorKind, (cloud: CloudProfile) => string>> = {
  unauthenticated: () => 'set a complete key that was created for this address and is not revoked',
  forbidden: (cloud) => `${grantInWords(cloud)} on the projects to monitor`,
  'not-found': otherApi,
  unsupported: otherApi,
  invalid: otherApi,
  contract: otherApi,
};
const outOfReach = () =>
  'check SPENDWATCH_CLOUD_URL and the connection: DNS, proxy, firewall; or wait until the cloud recovers';
const remedies: typeof misconfigured = {
  ...misconfigured,
  'rate-limited': () =>
    'wait a minute; check whether something else uses the key, or lower SPENDWATCH_REQUESTS_PER_MINUTE',
};

/** Returns findings on whether the cloud answers and accepts the key. */
export function accessFindings(examination: Examination): Finding[] {
  const { user, cloud } = examination;
  const refusal = findRefusal(examination);
  const reachable = finding('cloud', 'cloud', { found: 'reachable' });
  if (refusal === null) {
    const keyOwner = user ? `user ${user}` : 'the platform does not show its user';
    return [reachable, finding('key', 'API key', { found: `accepted; ${keyOwner}`, figures: { user } })];
  }
  const refused = {
    state: 'no',
    found: refusal.because,
    unwatched: 'nothing can be monitored',
    remedy: (remedies[refusal.error] ?? outOfReach)(cloud),
  } as const;
  const isTheKey = refusal.error === 'unauthenticated' || refusal.error === 'forbidden';
  return isTheKey ? [reachable, finding('key', 'API key', refused)] : [finding('cloud', 'cloud', refused)];
}

/** Returns the index of a role among the roles of the cloud, weakest first; -1 for a role that the cloud does not list. */
export const findRoleRank = ({ roles }: CloudProfile, role: string | null | undefined): number =>
  roles.indexOf(role ?? '');

/** Compares the roles of the key with those required to monitor, and to stop VMs if the policy does. */
export const roleFinding = (examination: Examination, policy: Policy): Finding =>
  finding('roles', 'roles', roleRow(examination, policy));

function roleRow(examination: Examination, policy: Policy): FindingRow {
  const { found, cloud } = examination;
  const { permission, roleTo } = cloud;
  const projects = (found?.targets ?? []).filter((id) => toTarget(id).kind === 'project');
  const roles = new Map(projects.map((id) => [id, findHeldRank(id, examination, found?.accountOf.get(id))]));
  const ranks = [...roles.values()].filter((rank) => rank >= 0);
  const { stops } = computePolicyNeeds(policy);
  if (ranks.length === 0) {
    const because = whyUnknown(examination);
    if (!stops) return { found: because };
    const remedy = `make sure that the key for actions has the ${permission} ${roleTo.act} where actions are to be taken`;
    return { state: 'advice', found: `${because}: whether the key may act is unknown`, remedy };
  }
  const facts = { found: inWords(cloud, roles), figures: countRoles(cloud, roles) };
  const unable = projects.filter(
    (id) =>
      roles.get(id) === findRoleRank(cloud, roleTo.watch) && wouldStopTargetResources(policy, toTarget(id)),
  );
  if (unable.length > 0) {
    const where = formatShortList(unable.map(nameOfTarget));
    const unwatched = `stops in ${where} would be refused with this key`;
    const remedy = `none for monitoring; the key for actions needs the ${permission} ${roleTo.act} on ${where}`;
    return { ...facts, state: 'advice', unwatched, remedy };
  }
  const needed = findRoleRank(cloud, stops ? roleTo.act : roleTo.watch);
  if (Math.max(...ranks) <= needed) return facts;
  const enough = cloud.roles[needed] ?? '';
  const remedy = `the ${permission} ${enough} is enough; use a key with that ${permission} to limit the damage if it leaks`;
  return { ...facts, state: 'advice', remedy };
}

function whyUnknown({ asks, cloud }: Examination): string {
  const permissions = asks.find(({ topic }) => topic === 'permissions')?.outcome;
  if (permissions?.kind !== 'refused') return `${cloud.permission}s unknown`;
  return isAbsent(permissions) ? 'the platform does not show the roles of a key' : permissions.because;
}

/** Returns the rank of the strongest role on a project, held directly or through its account; -1 if none is known. */
export function findHeldRank(
  target: TargetId,
  { grants, user, cloud }: Pick<Examination, 'grants' | 'user' | 'cloud'>,
  account: string | undefined,
): number {
  // Some platforms may list the roles of all users.
  const isOwn = (holder: string | null | undefined) =>
    !holder || !user || holder.toLowerCase() === user.toLowerCase();
  const roles = grants.filter(
    (grant) =>
      isOwn(grant.holder) &&
      (grant.project === nameOfTarget(target) || (account !== undefined && grant.account === account)),
  );
  return Math.max(-1, ...roles.map(({ role }) => findRoleRank(cloud, role)));
}

function countRoles(
  { roles: ranks }: CloudProfile,
  roles: ReadonlyMap<TargetId, number>,
): Record<string, number> {
  const count = (rank: number) => [...roles.values()].filter((held) => held === rank).length;
  return { ...Object.fromEntries(ranks.map((role, rank) => [role, count(rank)])), untold: count(-1) };
}

function inWords(cloud: CloudProfile, roles: ReadonlyMap<TargetId, number>): string {
  const { untold = 0, ...held } = countRoles(cloud, roles);
  const roleCounts = Object.entries(held).flatMap(([role, count]) =>
    count === 0 ? [] : [`${role} on ${counted(count, 'project')}`],
  );
  return [...roleCounts, ...(untold > 0 ? [`unknown on ${counted(untold, 'project')}`] : [])].join(', ');
}
