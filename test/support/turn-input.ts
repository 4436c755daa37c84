import type { FleetContext } from '../../lib/decide/fleet-context.ts';
import type { Past } from '../../lib/decide/turn-input.ts';

/** A past of which nothing is known beside the head. */
export const noPast: Past = { samplings: [], days: null, hours: null };

/** A target with nobody and nothing around it. */
export const nothingAround: FleetContext = {
  overrides: [],
  accountAlerts: [],
  atRisk: { counts: {}, isPartial: false },
  overspends: [],
  drivers: () => [],
  targets: [],
};
