import type { ProjectId } from '../../../lib/model/ids.ts';
import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { isThere, type NanoPrice, priceIn, stateOf, type TrueResource } from './true-resource.ts';
import type { World } from './world.ts';

/** A charge in nano-dollars an hour times milliseconds, which is exact in whole numbers. */
export type NanoCharge = bigint;

const hour = 3_600_000;
/** Returns when the platform last adjusted the figures of its account. */
export const adjustedAt = ({ wire }: Pick<World, 'wire'>, at: Instant): Instant =>
  instant(at - (at % wire.adjustedEvery));

/** Returns the last full hour: up to it the platform reports spend. */
export const reportedUntil = (at: Instant): Instant => instant(Math.floor(at / hour) * hour);

export function monthStart(at: Instant): Instant {
  const date = new Date(at);
  return instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** Returns the true cost of a resource from one instant up to another. */
export function chargeOf(resource: TrueResource, from: Instant, until: Instant): NanoCharge {
  const { createdAt, goneAt, price, phases } = resource;
  const end = goneAt === null ? until : Math.min(until, goneAt);
  const begin = Math.max(from, createdAt);
  if (resource.kind !== 'vm' || resource.restPrice === price)
    return end > begin ? price * BigInt(end - begin) : 0n;
  return phases.reduce((sum, phase, index) => {
    const span = Math.min(end, phases[index + 1]?.from ?? end) - Math.max(begin, phase.from);
    return span > 0 ? sum + priceIn(resource, phase.state) * BigInt(span) : sum;
  }, 0n);
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
  for (const resource of world.resources)
    if (isThere(resource, at)) total += priceIn(resource, stateOf(resource, at));
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
export const readNanos = (text: string): bigint => readUnits(text, 9);

/** Reads decimal text in units of its last place: "1.25" in three places is 1250. */
export function readUnits(text: string, places: number): bigint {
  // Prices by the list are divided by the hours of a month, to many digits.
  const rounded = /\.\d{9}(0|9){12}/.test(text) ? roundedNanos(text) : text;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(rounded) ?? [];
  if (whole === '' || fraction.length > places) throw new TypeError(`not in ${places} places: ${text}`);
  const units = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -units : units;
}

/** Rounds decimal text to nine decimals. */
function roundedNanos(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const nanos = BigInt(whole + fraction.slice(0, 9)) + (fraction[9] === '9' ? 1n : 0n);
  return nanosInWords(nanos);
}
