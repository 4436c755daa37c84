import { groupTarget, Subject, type TargetId, toTarget } from '../../model/ids.ts';
import { isTaken, type Route, routeId } from '../../model/route.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { shownName } from '../../model/subject.ts';
import { formatShortList } from '../../model/words.ts';
import { confirms } from '../../routes/settings.ts';
import { highestSeverity, mayEnforce, type Rule } from '../../rules/terms.ts';
import type { Policy } from '../../state/policy.ts';

/** A rule whose alerts reach nobody. */
export type UnheardRule = {
  readonly rule: Rule;
  /** The targets whose alerts of the rule reach nobody; `null` for all targets. */
  readonly on: readonly TargetId[] | null;
};

/** Returns the rules whose alerts no route of the policy takes, on all targets or on some of the known ones. */
export function unheardRules(
  { rules, routes }: Pick<Policy, 'rules' | 'routes'>,
  targets: readonly TargetId[],
): readonly UnheardRule[] {
  return rules.flatMap((rule): UnheardRule[] => {
    const severity = highestSeverity(rule);
    const isHeard = (routes: Policy['routes'], target: TargetId) =>
      isTaken(routes, { severity, rules: [rule.name], subject: Subject.parse(target) });
    const group = groupTarget(rule.name);
    if (rule.kind === 'budget' && rule.shared) return isHeard(routes, group) ? [] : [{ rule, on: null }];
    const everywhere = routes?.map((route) => ({ ...route, projects: null, accounts: null })) ?? null;
    if (!isHeard(everywhere, group)) return [{ rule, on: null }];
    const unheard = targets.filter((id) => matchesTarget(rule.match, toTarget(id)) && !isHeard(routes, id));
    return unheard.length === 0 ? [] : [{ rule, on: unheard }];
  });
}

/** Returns the targets of an unheard rule in words; empty for all targets. */
export const placesInWords = ({ on }: Pick<UnheardRule, 'on'>): string =>
  on === null ? '' : ` on ${formatShortList(on.map(shownName))}`;

/** The severity with which actions are announced. */
const announced: Severity = 'warning';

export const takesAnnouncements = ({ from }: { readonly from: Severity }): boolean =>
  compareSeverity(announced, from) >= 0;

/**
 * Returns why announcements of actions would reach nobody, given the routes that have a receiver; `null` if they reach
 * somebody, or no rule takes actions.
 */
export function unheard(
  { rules, routes }: Pick<Policy, 'rules' | 'routes'>,
  received: readonly Pick<Route, 'to' | 'name'>[],
): string | null {
  const acting = rules.filter(mayEnforce);
  const [first] = acting;
  if (first === undefined) return null;
  const ids = received.filter(({ to }) => confirms(to)).map(routeId);
  const isHeard =
    routes === null
      ? ids.length > 0
      : routes.some((route) => takesAnnouncements(route) && ids.includes(routeId(route)));
  if (isHeard) return null;
  const others = acting.length === 1 ? '' : ` and ${acting.length - 1} more`;
  return `rule "${first.name}"${others} would act, but no route with a receiver takes its announcements`;
}
