import type { FleetContext } from '../../lib/decide/fleet-context.ts';
import type { Past } from '../../lib/decide/turn-input.ts';

/** A past without any data beside the head. */
export const noPast: Past = { samplings: [], days: null, hours: null };

/** A fleet context without other targets. */
export const emptyFleet: FleetContext = {
  overrides: [],
  accountAlerts: [],
  atRisk: { counts: {}, isPartial: false },
  rateOfProjects: null,
  overspends: [],
  drivers: () => [],
  targets: [],
};
