import { readTargetObservations } from '../../jobs/queries/history-between.ts';
import { type Loss, readLoss } from '../../jobs/queries/read-loss.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import { priceNow } from '../../model/facts/resource.ts';
import { charge, chargeToMoney, comparePrices, free, inDollars, sumPrices } from '../../model/money/money.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import {
  computeSpan,
  days,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
} from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { lastAdjusted } from '../../rules/last-adjusted.ts';
import type { RunwayView } from '../../views/runway.ts';
import type { CreditCurve } from '../replies.ts';
import { moneyFigure, priceFigure } from './figures.ts';
import { type FleetViews, projectsOf } from './fleet.ts';

const spans = { '24h': days(1), '7d': days(7), '30d': days(30) } as const;
/** The maximum number of lost resources listed, the most expensive first. */
const mostLost = 50;

/** Returns an account's reported credit, its estimate at the current rate, and the resources lost when it ended. */
export async function creditCurve(
  ledger: Pick<Ledger, 'observations'>,
  context: FleetViews,
  { name, range }: { readonly name: string; readonly range: keyof typeof spans },
): Promise<CreditCurve | null> {
  const { heads, now, intervals } = context.snapshot;
  const head = heads.find(({ target }) => target.valueOf() === name);
  if (head?.observation?.kind !== 'account') return null;
  const from = earlier(now, spans[range]);
  const seen = (await readTargetObservations(ledger, head, from, later(now, milliseconds(1)))).flatMap(
    (one) => (one.kind === 'account' ? [one] : []),
  );
  const runway = context.status().targets.find(({ target }) => target.id === head.target)?.runway ?? null;
  const loss = await readLoss(ledger, seen, projectsOf(heads, name));
  const outlook = outlookOf(runway, head.observation.at, spans[range]);
  return {
    ...context.about,
    from,
    until: Math.max(now, outlook.at(-1)?.at ?? now),
    points: newestOfHours(seen).flatMap((account) =>
      account.creditBalance === null
        ? []
        : [{ at: lastAdjusted(account), credit: moneyFigure(account.creditBalance) }],
    ),
    outlook,
    gaps: gapsIn(seen, from, now, intervals),
    lost: loss && lostRows(loss),
  };
}

/** Returns the newest observation of each hour, which is as fine as the curve is drawn. */
const newestOfHours = (observations: readonly AccountObservation[]): readonly AccountObservation[] => [
  ...new Map(observations.map((one) => [Math.floor(one.at / hours(1)), one])).values(),
];

/** Returns the estimate from the last report to its end at the current rate, as far as the chart reaches. */
function outlookOf(
  runway: RunwayView | null,
  at: Instant,
  reach: number,
): { readonly at: Instant; readonly credit: number }[] {
  const figures = runway?.figures;
  if (figures == null || figures.left === null || figures.left === 0 || figures.recharge === 'counted')
    return [];
  if (figures.burnRate === null) return [];
  const ahead = milliseconds(Math.min(figures.left, Math.max(reach, spans['7d'])));
  const spent = inDollars(chargeToMoney(charge(figures.burnRate, ahead)));
  const credit = inDollars(figures.credit);
  return [
    { at: figures.reported.at, credit: inDollars(figures.reported.amount) },
    { at, credit },
    { at: later(at, ahead), credit: Math.max(0, credit - spent) },
  ];
}

/** Returns the times without a poll. */
function gapsIn(
  observations: readonly AccountObservation[],
  from: Instant,
  now: Instant,
  { pollEvery }: Intervals,
): CreditCurve['gaps'] {
  const times = [from, ...observations.map(({ at }) => at), now];
  return times.slice(1).flatMap((until, index) => {
    const begins = times[index] ?? until;
    return computeSpan(begins, until) > 2 * pollEvery + minutes(5) ? [{ from: begins, until }] : [];
  });
}

const lostRows = ({ lastCreditAt, endedBy, resources }: Loss): CreditCurve['lost'] => ({
  ...{ lastCreditAt, endedBy },
  total: resources.length,
  rate: priceFigure(sumPrices(resources.flatMap(({ resource }) => priceNow(resource) ?? []))),
  resources: resources
    .map(({ resource, ...lost }) => ({ ...lost, kind: resource.kind, price: priceNow(resource) }))
    .toSorted((left, right) => comparePrices(right.price ?? free, left.price ?? free))
    .slice(0, mostLost)
    .map(({ subject, kind, price, goneBy }) => ({
      subject,
      kind,
      price: price && priceFigure(price),
      goneBy,
    })),
});
