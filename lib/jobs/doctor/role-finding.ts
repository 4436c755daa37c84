import { nameOfTarget, type TargetId, targetOf } from '../../model/ids.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Grant } from '../../providers/provider.ts';
import type { Examination } from './examine.ts';
import { counted, type Finding, named } from './finding.ts';
import { needsOf, wouldStopIn } from './policy-needs.ts';

/** From what may only look to what may do all; a role that is none of these is not told. */
const { roles: ranks, roleTo } = providerFacts;
const rankOf = (role: string | null | undefined): number => ranks.indexOf(role ?? '');

/** What the key may do, held against what it is for: to watch, and to stop where the policy says so. */
export function roleFinding(examination: Examination, policy: Policy): Finding {
  const { found, user, grants } = examination;
  const about = { id: 'roles', what: 'roles', unwatched: null, remedy: null };
  const projects = (found?.targets ?? []).filter((id) => targetOf(id).kind === 'project');
  const roles = new Map(projects.map((id) => [id, heldOn(id, grants, found?.accountOf.get(id), user)]));
  const told = [...roles.values()].filter((rank) => rank >= 0);
  if (told.length === 0) {
    const untold = whyUntold(examination);
    if (!needsOf(policy).stops) return { ...about, state: 'ok', found: untold };
    const remedy = `make sure that the key which acts has the role ${roleTo.act} where VMs are to be stopped`;
    return { ...about, state: 'advice', found: `${untold}: whether it may stop VMs is not known`, remedy };
  }
  const seen = { ...about, found: inWords(roles), figures: tallyOf(roles) };
  const unable = projects.filter(
    (id) => roles.get(id) === rankOf(roleTo.watch) && wouldStopIn(policy, targetOf(id)),
  );
  if (unable.length > 0) {
    const where = named(unable.map(nameOfTarget));
    return {
      ...seen,
      state: 'advice',
      unwatched: `nothing; stops in ${where} would be refused with this key`,
      remedy: `right for watching; the key which acts needs the role ${roleTo.act} on ${where}`,
    };
  }
  const most = Math.max(...told);
  const needed = rankOf(needsOf(policy).stops ? roleTo.act : roleTo.watch);
  if (most <= needed) return { ...seen, state: 'ok' };
  const enough = ranks[needed] ?? '';
  const remedy = `more than is needed: the role ${enough} is enough, and such a key does less harm when it is lost`;
  return { ...seen, state: 'advice', remedy };
}

function whyUntold({ asks, operations }: Examination): string {
  const asked = asks.find(({ operation }) => operation === operations.permissions)?.outcome;
  if (asked?.kind !== 'refused') return 'no role is told';
  const isAbsent = asked.error === 'not-found' || asked.error === 'unsupported';
  return isAbsent ? 'the platform does not tell the roles of a key' : asked.because;
}

/** The strongest role on a project; one on its account holds for it too. Below 0 when none is told. */
function heldOn(
  target: TargetId,
  grants: readonly Grant[],
  account: string | undefined,
  email: string | null,
): number {
  // Some platforms may list the roles of everybody.
  const isOwn = (holder: string | null | undefined) =>
    !holder || !email || holder.toLowerCase() === email.toLowerCase();
  const held = grants.filter(
    (grant) =>
      isOwn(grant.holder) &&
      (grant.project === nameOfTarget(target) || (account !== undefined && grant.account === account)),
  );
  return Math.max(-1, ...held.map(({ role }) => rankOf(role)));
}

function tallyOf(roles: ReadonlyMap<TargetId, number>): Record<string, number> {
  const count = (rank: number) => [...roles.values()].filter((held) => held === rank).length;
  return { ...Object.fromEntries(ranks.map((role, rank) => [role, count(rank)])), untold: count(-1) };
}

function inWords(roles: ReadonlyMap<TargetId, number>): string {
  const { untold = 0, ...held } = tallyOf(roles);
  const told = Object.entries(held).flatMap(([role, count]) =>
    count === 0 ? [] : [`${role} on ${counted(count, 'project')}`],
  );
  return [...told, ...(untold > 0 ? [`not told for ${counted(untold, 'project')}`] : [])].join(', ');
}
