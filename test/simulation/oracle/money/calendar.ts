import type { Period } from '../../../../lib/model/time/period.ts';

/** The formats of local times, by the platform's own calendar and not the product's. */
const formats = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, string | null>();

function localTime(at: number, zone: string): Readonly<Record<string, string>> {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** Returns the flaw in a period's edges; `null` when there is none. */
export function flawIn(period: Period, zone: string): string | null {
  const key = `${zone} ${period.unit} ${period.from} ${period.until}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const flaw =
    flawAt(period.from, period, zone) ?? flawAt(period.until, period, zone) ?? flawInLength(period);
  known.set(key, flaw);
  return flaw;
}

function flawAt(at: number, { unit }: Period, zone: string): string | null {
  const { day, hour, minute } = localTime(at, zone);
  const isEdge = minute === '00' && (unit === 'hour' || hour === '00') && (unit !== 'month' || day === '1');
  return isEdge && at % 60_000 === 0
    ? null
    : `${new Date(at).toISOString()} is no edge of a ${unit} in ${zone}`;
}

const hour = 3_600_000;
const lengths = { hour: [0.5, 1.5], day: [23, 25], month: [28 * 24 - 1, 31 * 24 + 1] } as const;

function flawInLength({ unit, from, until }: Period): string | null {
  const [least, most] = lengths[unit];
  const length = (until - from) / hour;
  return length >= least && length <= most ? null : `a ${unit} of ${length} hours`;
}
