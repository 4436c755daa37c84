import type { ProjectId } from '../../../lib/model/ids.ts';
import {
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
  seconds,
} from '../../../lib/model/time/time.ts';
import {
  type FaultKind,
  type FaultRates,
  type FaultScript,
  faultKinds,
  type Outage,
} from '../engine/faults.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { TickFaults } from '../scenario.ts';

export type FaultInput = {
  readonly start: Instant;
  readonly span: Span;
  readonly quiet: Span;
  readonly projects: readonly ProjectId[];
  readonly isCalm: boolean;
  readonly isEventful: boolean;
};

export const noRates: FaultRates = {
  'crash-before': 0,
  'crash-after': 0,
  'lost-answer': 0,
  refused: 0,
  flawed: 0,
  'lands-late': 0,
  delay: 0,
};

/** Draws a mixture of faults for each seed: some kinds often, some seldom, some never. */
export function drawFaults(
  { start, span, quiet, projects, isCalm, isEventful }: FaultInput,
  random: Random,
): FaultScript {
  const quietFrom = isCalm ? start : earlier(later(start, span), quiet);
  if (isCalm) return { rates: noRates, outages: [], quietFrom };
  const rate = (_kind: FaultKind): number =>
    random.chance(0.5) ? 0 : random.pick(isEventful ? [3, 10, 30] : [0.5, 3, 12]);
  const rates: FaultRates = {
    ...noRates,
    ...Object.fromEntries(faultKinds.map((kind) => [kind, rate(kind)])),
  };
  const outages = Array.from({ length: random.whole(0, 3) }, () =>
    drawOutage(start, quietFrom, projects, random),
  );
  return { rates, outages, quietFrom };
}

function drawOutage(start: Instant, until: Instant, projects: readonly ProjectId[], random: Random): Outage {
  const from = later(start, random.span(milliseconds(0), milliseconds(until - start)));
  // Outages are shorter or longer than a price is carried.
  const end = later(from, random.span(minutes(10), hours(6)));
  const port = random.pick(['cloud', 'cloud', 'cloud', 'ledger', 'notify'] as const);
  const base = { from, until: end < until ? end : until, port };
  if (port !== 'cloud' || random.chance(0.3)) return base;
  const name = random.pick([
    'listVms',
    'listMachines',
    'monitorVm',
    'listProjects',
    'getBillingAccount',
    'listVolumes',
    'listDisks',
    'listClusters',
  ] as const);
  const [first] = projects;
  return first !== undefined && random.chance(0.5)
    ? { ...base, target: `project/${first}` }
    : { ...base, name };
}

export const drawTicks = (isCalm: boolean, isEventful: boolean, random: Random): TickFaults => ({
  missing: isCalm ? 0 : random.pick([0, 0.02, 0.1]),
  late: isCalm ? 0 : random.pick([0, 0.05]),
  duplicate: isCalm ? 0 : random.pick(isEventful ? [0.1, 0.4] : [0, 0.05, 0.2]),
  actLag: isEventful ? minutes(4) : random.pick([milliseconds(0), seconds(2), minutes(3)]),
});
