import type { CloudProfile } from '../../clouds/profile.ts';
import { type Cost, ResourceKind } from '../../model/facts/resource.ts';
import { marked, wholly } from '../../model/money/estimate.ts';
import {
  charge,
  chargeToMoney,
  comparePrices,
  free,
  type HourlyPrice,
  highestPrice,
  inDollars,
  lessPrice,
  moneyInWords,
  priceInWords,
  sumPrices,
} from '../../model/money/money.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { subjectParts } from '../../model/subject.ts';
import { days, hours } from '../../model/time/time.ts';
import type { Driver, NotificationByKind } from '../../state/notification.ts';
import type { FigureRow } from './document.ts';
import { oneLine } from './plain-text.ts';
import { kindInWords } from './subject-in-words.ts';

type CostFigures = Pick<NotificationByKind<'alert'>, 'burnRate' | 'drivers' | 'subject' | 'trend'>;

/** Returns "Last 7 h  ▂▂▃▃▅▇▇▇", with a bar for each hour and one for now; `null` with fewer than two known rates. */
export function trendRow(trend: readonly (HourlyPrice | null)[] | undefined): FigureRow | null {
  const shown = trend?.slice(trend.findIndex((price) => price !== null)) ?? [];
  const [first, ...others] = shown.filter((price) => price !== null);
  if (first === undefined || others.length === 0) return null;
  const values = shown.map((price) => price && inDollars(chargeToMoney(charge(price, hours(1)))));
  const words = `up to ${priceInWords(highestPrice(first, ...others))}`;
  return [`Last ${shown.length - 1} h`, { kind: 'trend', values, words }];
}

/** Returns the type, creator, owner and purpose of the subject; `null` if none is known. */
export function whatRow(
  { drivers, subject }: Pick<CostFigures, 'drivers' | 'subject'>,
  cloud: CloudProfile | null,
): FigureRow | null {
  const subjectDriver = drivers.find((driver) => driver.subject === subject);
  if (subjectDriver === undefined) return null;
  const { by, owner, purpose } = subjectDriver;
  const people = [
    by === null ? '' : `created by ${oneLine(by, 60)}`,
    owner === undefined ? '' : `owned by ${oneLine(owner, 64)}`,
    purpose === undefined ? '' : `for ${oneLine(purpose, 100)}`,
  ].filter(Boolean);
  // Its kind alone is already part of its name.
  if (people.length === 0 && ResourceKind.safeParse(subjectDriver.what).success) return null;
  return ['Type', [oneLine(kindInWords(subjectDriver.what, cloud), 60), ...people].join(', ')];
}

const mostDrivers = 3;

/** Returns the resources with the highest rates now, with their creators, and the rate of all others. */
export function driverRow(
  { drivers, burnRate, subject }: CostFigures,
  cloud: CloudProfile | null,
): FigureRow | null {
  if (drivers.length === 0) return null;
  const shown = drivers.slice(0, mostDrivers);
  const { scope, shown: name } = subjectParts(subject);
  const ownProject = scope === 'project' ? name : null;
  const otherRate =
    burnRate === null ? free : lessPrice(burnRate, sumPrices(shown.map(({ price }) => price)));
  const others = comparePrices(otherRate, free) > 0 ? [['all others', priceInWords(otherRate)]] : [];
  const rows = [...shown.map((driver) => driverCells(driver, ownProject, cloud)), ...others];
  return ['Drivers', { kind: 'table', rows, names: [0, 2, 3, 4], atRight: 1 }];
}

function driverCells(
  { subject, price, isEstimate, what, by, name: given }: Driver,
  own: string | null,
  cloud: CloudProfile | null,
): string[] {
  const { shown: name, resource } = subjectParts(subject);
  return [
    given ?? resource?.id ?? name,
    marked(priceInWords(price), isEstimate === true),
    kindInWords(what, cloud),
    name === own ? '' : name,
    by === null ? '' : by,
  ];
}

/** Returns "4.20 USD/h, 100.80 USD a day, 3,066.00 USD a month". */
export function costInWords({ price, isEstimate }: Cost): string {
  if (price === null) return 'unknown; the platform reports no price';
  const day = moneyInWords(chargeToMoney(charge(price, days(1))));
  const note = isEstimate ? wholly : '';
  return `${priceInWords(price)}, ${day} a day, ${moneyInWords(computeMonthCost(price))} a month${note}`;
}
