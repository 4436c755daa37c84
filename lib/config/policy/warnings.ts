import type { CloudProfile } from '../../clouds/profile.ts';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { toResourceSubject } from '../../model/facts/resource.ts';
import { pingRemedy, usageSlot } from '../../model/facts/usage.ts';
import { type Subject, toTarget } from '../../model/ids.ts';
import { matchesResource, matchesTarget } from '../../model/rules/match.ts';
import { type Instant, milliseconds, spanInWords } from '../../model/time/time.ts';
import { type IdleRule, leastKnown } from '../../rules/idle/terms.ts';
import { isOnResources, type ResourceRule, type Rule } from '../../rules/terms.ts';
import type { Head } from '../../state/head.ts';
import type { Policy, Protection } from '../../state/policy.ts';
import { placesInWords, unheard, unheardRules } from '../settings/unheard.ts';
import type { Fault } from './explain.ts';
import { findProtectionMatch, findRuleMatch, inView, type TargetWithResources } from './matches.ts';
import { listStoppableKinds, lossWarnings, type StoppableResource, stepWarnings } from './step-warnings.ts';

/** The state of a ledger with at least one head. */
export type LedgerState = {
  readonly heads: readonly Head[];
  readonly now: Instant;
  /** VMs whose guest recently answered no ping. */
  readonly mute: ReadonlySet<Subject>;
  /** Budgets that are already exceeded: the name of the rule and its reason. */
  readonly passed: readonly { readonly rule: string; readonly because: string }[];
};

/**
 * Returns warnings on likely mistakes in a valid policy. Without a ledger, checks that need one are skipped, and the effects
 * of stops are read from the profiles of `clouds`.
 */
export function listPolicyWarnings(
  policy: Policy,
  state: LedgerState | null,
  clouds: readonly CloudProfile[] = [],
): readonly Fault[] {
  const seen = state === null ? null : inView(state.heads);
  const ofRules = policy.rules.flatMap((rule, index) =>
    [
      ...(rule.kind === 'idle' ? [...ofIdle(rule), ...ofPings(rule, state)] : []),
      ...stepWarnings(rule, policy),
      ...lossWarnings(
        rule,
        state === null ? listStoppableKinds(clouds) : listStoppableResources(rule, state),
      ),
      ...(seen === null || state === null ? [] : ofMatch(rule, seen, state.now)),
      ...(state?.passed ?? [])
        .filter((passed) => passed.rule === rule.name)
        .map(({ because }) => warn([], `alerts immediately: ${because}`)),
      ...overlaps(rule, policy.rules.slice(0, index), seen, state),
    ].map((warning) => ({ ...warning, path: ['rules', index, ...warning.path] })),
  );
  const ofProtections = policy.protect.flatMap((protection, index) =>
    seen === null || state === null || protects(protection, seen, state.now)
      ? []
      : [warn(['protect', index], 'matches nothing now')],
  );
  const targets = state === null ? [] : state.heads.map(({ target }) => target);
  const ofUnheard = unheardRules(policy, targets).map((unheard) =>
    warn(
      ['rules', policy.rules.indexOf(unheard.rule)],
      `goes to no route: nobody hears its alerts${placesInWords(unheard)}; let an entry of alerts.routes take them`,
    ),
  );
  return [...ofProtections, ...ofRules, ...ofUnheard, ...ofRoutes(policy)];
}

const warn = (path: Fault['path'], message: string): Fault => ({ path, part: 'key', message });

/** Returns warnings on routes. Unnamed ones depend on where spendwatch runs. */
function ofRoutes(policy: Policy): Fault[] {
  const because = unheard(
    policy,
    (policy.routes ?? [elsewhere]).filter(({ to }) => to !== 'console'),
  );
  return because === null ? [] : [warn(['alerts', 'routes'], `cannot announce actions: ${because}`)];
}
const elsewhere = { to: 'sns', name: null } as const;

/** Returns the resources that a rule may stop, as far as they are known. */
function listStoppableResources(rule: Rule, { heads, now }: LedgerState): StoppableResource[] {
  // A budget of an account stops VMs of its projects.
  const match = rule.kind === 'budget' ? { ...rule.match, account: undefined } : rule.match;
  return heads.flatMap(({ target: id, observation }) => {
    const target = toTarget(id);
    if (observation?.kind !== 'project' || !matchesTarget(match, target)) return [];
    const cloud = getCloudProfile(observation.cloud);
    return observation.resources
      .filter((it) => it.activity !== 'gone' && matchesResource(match, target, it, now))
      .map((it) => ({ ...it, cloud }));
  });
}

function ofIdle(rule: IdleRule): Fault[] {
  const faults: Fault[] = [];
  if ((rule.learned?.untilKnown ?? 0) >= leastKnown)
    faults.push(
      warn(
        ['until-known'],
        'has no effect: VMs are judged by their own history after a day; write less than 24h',
      ),
    );
  if (rule.learned?.untilKnown && rule.cpuBelow > rule.learned.inUse)
    faults.push(
      warn(
        ['below', 'cpu'],
        `finds VMs idle that count as in use by the policy's in-use, so their stops are cancelled; write ${rule.learned.inUse}% or less`,
      ),
    );
  const [window, key] = rule.learned ? [rule.learned.untilKnown, 'until-known'] : [rule.window, 'idle'];
  const slots = Math.ceil((window ?? Number.POSITIVE_INFINITY) / usageSlot);
  const needed = Math.ceil(100 / (100 - rule.percentile));
  if (rule.percentile < 100 && slots < needed)
    faults.push(
      warn(
        [key],
        `has only ${slots} samples, so a percentile of ${rule.percentile} allows no sample over the limits; ${spanInWords(milliseconds(needed * usageSlot))} or more allows one`,
      ),
    );
  return faults;
}

/** Returns a warning on VMs that are never found idle, because their guest never answers a ping. */
function ofPings(rule: IdleRule, state: LedgerState | null): Fault[] {
  if (rule.guestPing === 'ignored' || state === null) return [];
  const mute = state.heads.flatMap(({ target: id, observation }) => {
    const target = toTarget(id);
    if (target.kind !== 'project' || observation?.kind !== 'project') return [];
    return observation.resources.filter(
      (vm) =>
        state.mute.has(toResourceSubject(target.id, vm)) &&
        matchesResource(rule.match, target, vm, state.now),
    );
  });
  const [first] = mute;
  if (first === undefined) return [];
  const guests =
    mute.length === 1 ? `the guest of ${first.id} has` : `${mute.length} guests, such as ${first.id}, have`;
  return [warn(['idle'], `can never find some VMs idle: ${guests} not answered any ping; ${pingRemedy}`)];
}

function ofMatch(rule: Rule, seen: readonly TargetWithResources[], now: Instant): Fault[] {
  const { targets, resources } = findRuleMatch(rule, seen, now);
  if (targets.length === 0) return [warn([], 'matches nothing now: no known project or billing account')];
  return resources?.length === 0 ? [warn([], 'matches nothing now: no known resource')] : [];
}

function protects(protection: Protection, seen: readonly TargetWithResources[], now: Instant): boolean {
  if (protection.kind === 'younger-than') return true;
  const isOfProjectsAlone = Object.keys(protection.match).every((key) => key === 'project');
  const { targets, resources } = findProtectionMatch(protection, seen, now);
  return isOfProjectsAlone ? targets.length > 0 : resources?.length !== 0;
}

const stops = (rule: Rule): rule is ResourceRule =>
  isOnResources(rule) && rule.then.some(({ kind }) => kind === 'stop') && (rule.match.kind ?? 'vm') === 'vm';

function overlaps(
  rule: Rule,
  others: readonly Rule[],
  seen: readonly TargetWithResources[] | null,
  state: LedgerState | null,
): Fault[] {
  if (!stops(rule)) return [];
  return others.filter(stops).flatMap((other) => {
    if (seen === null || state === null)
      return isAsWide(rule, other) ? [warn(['then'], `may stop the same VMs as "${other.name}"`)] : [];
    const both = seen.flatMap(({ target, resources }) =>
      (resources ?? []).filter(
        (it) =>
          it.kind === 'vm' &&
          [rule, other].every(({ match }) => matchesResource(match, target, it, state.now)),
      ),
    );
    const [first] = both;
    if (first === undefined) return [];
    const count = both.length === 1 ? 'a VM' : `${both.length} VMs`;
    return [warn(['then'], `may stop ${count} that "${other.name}" may also stop, such as ${first.id}`)];
  });
}

/** True if two rules have equal matches, or one of them matches everything. Without known VMs, only this is certain. */
const isAsWide = (left: Rule, right: Rule): boolean => {
  const [one, two] = [left.match, right.match].map((match) => JSON.stringify(match));
  return one === two || one === '{}' || two === '{}';
};
