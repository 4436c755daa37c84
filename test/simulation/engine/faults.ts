import { type Instant, milliseconds, minutes, type Span, seconds } from '../../../lib/model/time/time.ts';
import type { Random } from './seeded-random.ts';

/** An input or output of a process. */
export type Io = {
  readonly port: 'cloud' | 'ledger' | 'notify' | 'sleep';
  /** The operation, such as `listVms`, `commit` or a route's name. */
  readonly name: string;
  /** The target that it is about, if any. */
  readonly target: string | null;
  /** The VM that it is about, if any. */
  readonly vm?: string;
};

export type Fault =
  | { readonly kind: 'crash-before' | 'crash-after' | 'lost-answer' | 'refused' | 'flawed' }
  /** The caller dies, and its request still arrives later. */
  | { readonly kind: 'lands-late'; readonly after: Span }
  | { readonly kind: 'delay'; readonly before: Span; readonly after: Span };
export type FaultKind = Fault['kind'];

export const faultKinds = [
  'crash-before',
  'crash-after',
  'lost-answer',
  'refused',
  'flawed',
  'lands-late',
  'delay',
] as const satisfies readonly FaultKind[];

/** Decides the fault of the I/O with a number. */
export type FaultPlan = (io: Io, index: number, now: Instant) => Fault | null;

/** Returns a plan with one fault, at one I/O of the run. */
export const faultAt =
  (wanted: number, kind: 'crash-before' | 'crash-after' | 'lost-answer'): FaultPlan =>
  (_io, index) =>
    index === wanted ? { kind } : null;

/** The frequency of each fault, per thousand I/Os. */
export type FaultRates = Readonly<Record<FaultKind, number>>;

/** A time in which a part of the world is unreachable. */
export type Outage = {
  readonly from: Instant;
  readonly until: Instant;
  readonly port: 'cloud' | 'ledger' | 'notify';
  /** The operation; absent for everything on that port. */
  readonly name?: string;
  readonly target?: string;
};

export type FaultScript = {
  readonly rates: FaultRates;
  readonly outages: readonly Outage[];
  readonly quietFrom: Instant;
};

/** Draws the faults of a run; `canEndEarly` reports whether an I/O reads a list, which alone can be incomplete. */
export function scriptedFaults(
  { rates, outages, quietFrom }: FaultScript,
  random: Random,
  canEndEarly: (io: Io) => boolean,
): FaultPlan {
  const total = faultKinds.reduce((sum, kind) => sum + rates[kind], 0) / 1_000;
  return (io, _index, now) => {
    if (now >= quietFrom) return null;
    if (outages.some((outage) => isHit(outage, io, now))) return { kind: 'refused' };
    if (total === 0) return null;
    const drawn = random.next();
    if (drawn >= total) return null;
    let left = drawn * 1_000;
    for (const kind of faultKinds) {
      if (left < rates[kind]) return kind === 'flawed' && !canEndEarly(io) ? null : faultOf(kind, random);
      left -= rates[kind];
    }
    return null;
  };
}

function isHit({ from, until, port, name, target }: Outage, io: Io, now: Instant): boolean {
  if (now < from || now >= until || port !== io.port) return false;
  return (name === undefined || name === io.name) && (target === undefined || target === io.target);
}

function faultOf(kind: FaultKind, random: Random): Fault {
  switch (kind) {
    case 'lands-late':
      return { kind, after: random.span(milliseconds(10), seconds(90)) };
    case 'delay':
      return random.chance(0.3)
        ? { kind, before: random.span(milliseconds(0), minutes(4)), after: milliseconds(0) }
        : {
            kind,
            before: random.span(milliseconds(0), seconds(6)),
            after: random.span(milliseconds(0), seconds(20)),
          };
    default:
      return { kind };
  }
}
