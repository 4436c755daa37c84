import { type Route, routeId } from '../../model/route.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { confirms } from '../../routes/settings.ts';
import { mayEnforce } from '../../rules/terms.ts';
import type { Policy } from '../../state/policy.ts';

/** The severity with which actions are announced. */
const announced: Severity = 'warning';

export const takesAnnouncements = ({ from }: { readonly from: Severity }): boolean =>
  compareSeverity(announced, from) >= 0;

/**
 * Returns why announcements of actions would reach nobody, given the routes that have a receiver; `null` when they
 * reach somebody, or no rule acts.
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
