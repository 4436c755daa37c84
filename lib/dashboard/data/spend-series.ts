import { beyondHoursInWords, beyondHoursOfMonth } from '../../jobs/queries/beyond-hours.ts';
import { computeAskedEnd } from '../../jobs/queries/spend-by.ts';

import { coverageInWords, isWhole } from '../../model/money/coverage.ts';
import { Tags } from '../../model/money/share.ts';
import { shownName } from '../../model/subject.ts';
import { findPeriod } from '../../model/time/period.ts';
import { listPeriods } from '../../model/time/periods-in.ts';
import { days, earlier, hours, type Instant } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import type { Ledger } from '../../record/ledger.ts';
import { type SpendOfPeriod, type SpendOverTime, spendOverTime } from '../../views/spend-over-time.ts';
import type { SpendQuery } from '../queries.ts';
import type { SpendSeriesReply } from '../replies.ts';
import { chargedFigure, markedFigure } from './figures.ts';
import { type FleetViews, projectsOf } from './fleet.ts';
import { colourCount, coloursOf, coloursWithin } from './layer-colours.ts';
import type { SpendHistory } from './spend-history.ts';

/** Returns spend by hour or by day, for each project or kind of resource. */
export async function spendSeries(
  history: SpendHistory,
  ledger: Pick<Ledger, 'meters'>,
  { snapshot, about }: FleetViews,
  { range, by, subject }: SpendQuery,
): Promise<SpendSeriesReply> {
  const { heads, now, policy } = snapshot;
  const unit = range === '24h' ? 'hour' : 'day';
  const from = beginOf(range, now, policy.timezone);
  const projects = projectsOf(heads, subject);
  const spends = await history(ledger, projects, unit, { from, until: now });
  const time = {
    periods: listPeriods(unit, { from, until: now }, policy.timezone),
    targets: projects.map((head) => ({ target: head.target, until: computeAskedEnd(head, now) })),
  };
  const layersOf = <Name extends string>(
    { layers }: SpendOverTime<Name>,
    naming: (name: Name) => { readonly name: string; readonly subject: string | null },
    all: readonly string[],
  ): SpendSeriesReply['layers'] => {
    const shown = coloursWithin(
      coloursOf(all),
      layers.flatMap(({ name }) => name ?? []),
    );
    return layers.map(({ name, charges, total }) => ({
      ...(name === null ? { name: null, subject: null } : naming(name)),
      colour: name === null ? null : (shown.get(name) ?? null),
      total: markedFigure(total),
      values: charges.map(markedFigure),
    }));
  };
  const byKind = spendOverTime(spends, time, ({ byKind }) => byKind, colourCount);
  const periods = byKind.periods.map(({ from, until, total, coverage }) => ({
    from,
    until,
    total: chargedFigure(total),
    isWhole: coverage === null || isWhole(coverage),
    covers: coverage === null ? null : coverageInWords(coverage),
  }));
  const layers =
    by === 'kind'
      ? layersOf(byKind, (kind) => ({ name: kind, subject: null }), kindsOfSpend)
      : layersOf(
          spendOverTime(spends, time, byTarget, colourCount),
          (target) => ({ name: shownName(target), subject: target }),
          projectsOf(heads, null).map(({ target }) => target),
        );
  const isShown = ({ name, total }: SpendSeriesReply['layers'][number]) => name !== null || total.value !== 0;
  const beyond = beyondHoursOfMonth(projects);
  return {
    ...about,
    ...{ unit, periods, layers: layers.filter(isShown) },
    beyondHours: beyond && capitalized(`${beyondHoursInWords(beyond)}, so it is not drawn.`),
  };
}

const kindsOfSpend: readonly string[] = Tags.shape.kind.options;

const byTarget = ({ target, meter }: SpendOfPeriod) => [[target, meter]] as const;

function beginOf(range: SpendQuery['range'], now: Instant, zone: string): Instant {
  if (range === '24h') return findPeriod('hour', earlier(now, hours(23)), zone).from;
  return findPeriod('day', earlier(now, days(range === '7d' ? 6 : 29)), zone).from;
}
