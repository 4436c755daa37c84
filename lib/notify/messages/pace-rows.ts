import { ResourceKind } from '../../model/facts/resource.ts';
import {
  charge,
  chargeToMoney,
  comparePrices,
  free,
  type HourlyPrice,
  inDollars,
  lessPrice,
  priceInWords,
  sumPrices,
} from '../../model/money/money.ts';
import type { Driver, NotificationOf } from '../../model/notification.ts';
import { sparkline } from '../../model/sparkline.ts';
import { subjectParts } from '../../model/subject.ts';
import { hours } from '../../model/time/time.ts';
import type { Row } from './parts.ts';
import { oneLine } from './plain-text.ts';
import { kindInWords } from './subject-in-words.ts';
import { tableOf } from './text-layout.ts';

type Pace = Pick<NotificationOf<'alert'>, 'burnRate' | 'drivers' | 'subject' | 'trend'>;

/** "Last 7 h  ▂▂▃▃▅▇▇▇": a bar for each hour and one for now; `null` with fewer than two known rates. */
export function trendRow(trend: readonly (HourlyPrice | null)[] | undefined): Row | null {
  const known = trend?.slice(trend.findIndex((price) => price !== null)) ?? [];
  if (known.filter((price) => price !== null).length < 2) return null;
  const bars = sparkline(
    known.map((price) => (price === null ? null : inDollars(chargeToMoney(charge(price, hours(1)))))),
  );
  // As a line of its own: there may be gaps in it.
  return [`Last ${known.length - 1} h`, [bars]];
}

/** Returns the type and creator of the subject; `null` where they are unknown. */
export function whatRow({ drivers, subject }: Pick<Pace, 'drivers' | 'subject'>): Row | null {
  const own = drivers.find((driver) => driver.subject === subject);
  if (own === undefined) return null;
  // Its kind alone stands in its name already.
  if (own.by === null && ResourceKind.safeParse(own.what).success) return null;
  const what = oneLine(kindInWords(own.what), 60);
  return ['Type', own.by === null ? what : `${what}, created by ${oneLine(own.by, 60)}`];
}

const mostDrivers = 5;

/** Returns the resources with the highest rates now, with their creators, and the rate of all others. */
export function driverRow({ drivers, burnRate, subject }: Pace): Row | null {
  if (drivers.length === 0) return null;
  const shown = drivers.slice(0, mostDrivers);
  const { scope, name } = subjectParts(subject);
  const own = scope === 'project' ? name : null;
  const rest = burnRate === null ? free : lessPrice(burnRate, sumPrices(shown.map(({ price }) => price)));
  const others = comparePrices(rest, free) > 0 ? [['all others', priceInWords(rest)]] : [];
  const tables = cellLengths.map((limit) =>
    tableOf([...shown.map((driver) => driverCells(driver, own, limit)), ...others], priceColumn),
  );
  const fits = (lines: readonly string[]) => lines.every(({ length }) => length <= widestTable);
  return ['Drivers', tables.find(fits) ?? tables.at(-1) ?? []];
}

const priceColumn = 1;
/** Names are shortened until the table fits into the lines of an e-mail. */
const widestTable = 58;
const cellLengths = [40, 28, 20, 16, 12];

function driverCells({ subject, price, what, by }: Driver, own: string | null, limit: number): string[] {
  const { name, resource } = subjectParts(subject);
  return [
    oneLine(resource?.id ?? name, limit),
    priceInWords(price),
    oneLine(kindInWords(what), limit),
    name === own ? '' : oneLine(name, limit),
    by === null ? '' : oneLine(by, limit),
  ];
}
