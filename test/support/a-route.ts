import type { Route } from '../../lib/model/route.ts';

/** Returns a route to Slack for everything, at any time. */
export const aRoute = (overrides: Partial<Route> = {}): Route => ({
  to: 'slack',
  name: null,
  from: 'info',
  projects: null,
  accounts: null,
  rules: null,
  quiet: [],
  ...overrides,
});
