import { unheard } from '../../config/settings/unheard.ts';
import { routeId } from '../../model/route.ts';
import { confirms } from '../../routes/settings.ts';
import type { Policy } from '../../state/policy.ts';
import { type Finding, finding } from './finding.ts';

/** Returns a finding on those routes of the policy that cannot tell whether anybody receives what they take. */
export function routeFindings(policy: Pick<Policy, 'rules' | 'routes'>): Finding[] {
  const routes = (policy.routes ?? []).filter(({ to }) => to !== 'console');
  const silent = [...new Set(routes.filter(({ to }) => !confirms(to)).map(routeId))];
  if (silent.length === 0) return [];
  const because = unheard(policy, routes);
  return [
    finding('routes', 'routes', {
      found: `no action relies on ${silent.join(', ')}: nothing there confirms that anybody receives a message`,
      ...(because !== null && {
        state: 'partly',
        unwatched: `no action can be taken: ${because}`,
        remedy: 'send announcements over another route as well, such as e-mail or SNS',
      }),
    }),
  ];
}
