import type { Route } from '../../../lib/model/route.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { Random } from '../engine/seeded-random.ts';

/**
 * Draws the messages that each route wants. SNS always delivers everything, so that no message lacks an audience;
 * Slack is often selective, with quiet hours at night.
 */
export function drawRoutes(present: readonly string[], random: Random): Policy['routes'] {
  if (!present.includes('slack') || random.chance(0.4)) return null;
  const all = [1, 2, 3, 4, 5, 6, 7];
  const everything: Route = {
    to: 'sns',
    name: null,
    from: 'info',
    projects: null,
    accounts: null,
    rules: null,
    quiet: [],
  };
  const choosy: Route = {
    ...everything,
    to: 'slack',
    from: random.pick(['info', 'warning', 'critical']),
    projects: random.pick([null, null, ['s*', 'research'], ['prod-*']]),
    rules: random.pick([null, null, ['forgotten*', 'waste', 'mortals'], ['a*']]),
    quiet: random.pick([
      [],
      [],
      [{ days: all, from: 1_320, until: 360 }],
      [{ days: [6, 7], from: 0, until: 480 }],
    ]),
  };
  return random.chance(0.3)
    ? [everything, choosy, { ...choosy, from: 'critical', projects: null, rules: null, quiet: [] }]
    : [everything, choosy];
}
