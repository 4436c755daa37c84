import type { ProjectId } from '../../../lib/model/ids.ts';
import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { isThere, type NanoPrice, type TrueResource } from './true-resource.ts';
import type { World } from './world.ts';

/** A charge in nano-dollars an hour times milliseconds, which is exact in whole numbers. */
export type NanoCharge = bigint;

const hour = 3_600_000;
/** Returns the last full hour: the platform updates its figures once an hour. */
export const reportedUntil = (at: Instant): Instant => instant(Math.floor(at / hour) * hour);

export function monthStart(at: Instant): Instant {
  const date = new Date(at);
  return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** Returns the true cost of a resource from one instant up to another. */
export function chargeOf(
  { createdAt, goneAt, price }: TrueResource,
  from: Instant,
  until: Instant,
): NanoCharge {
  const end = goneAt === null ? until : Math.min(until, goneAt);
  const span = end - Math.max(from, createdAt);
  return span > 0 ? price * BigInt(span) : 0n;
}

/** Returns the true cost of a project, or of all, from one instant up to another. */
export function billOf(world: World, project: ProjectId | null, from: Instant, until: Instant): NanoCharge {
  let total = 0n;
  for (const resource of world.resources) {
    if (project === null || resource.project === project) total += chargeOf(resource, from, until);
  }
  return total;
}

/** Returns the hourly cost of all projects. */
export function burnRateOf(world: World, at: Instant): NanoPrice {
  let total = 0n;
  for (const resource of world.resources) if (isThere(resource, at)) total += resource.price;
  return total;
}

/** Returns a charge in nano-dollars, rounded down. */
export const toNanos = (charge: NanoCharge): bigint => charge / BigInt(hour);

const unit = 1_000_000_000n;
/** Returns text such as "1.25": exact, with at most nine decimals. */
export function nanosInWords(nanos: bigint): string {
  if (nanos < 0n) return `-${nanosInWords(-nanos)}`;
  return `${nanos / unit}.${(nanos % unit).toString().padStart(9, '0')}`
    .replace(/0+$/, '')
    .replace(/\.$/, '');
}

/** Reads decimal text with at most nine decimals. */
export function readNanos(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === '0' && fraction === '' && text !== '0' && text !== '-0')
    throw new TypeError(`not in nanos: ${text}`);
  const nanos = BigInt(whole) * unit + BigInt(fraction.padEnd(9, '0'));
  return sign === '-' ? -nanos : nanos;
}
