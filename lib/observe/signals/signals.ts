import type { Units } from '../../evidence/units.ts';
import type { UsagePoint } from '../../model/facts/usage.ts';
import type { Instant } from '../../model/time/time.ts';

/** The use of a machine in the slot that ends at `at`, from a source outside the platform. */
export type SignalPoint = Pick<UsagePoint, 'at' | 'cpu' | 'gpu' | 'logins' | 'alive' | 'doubt'>;

/** The slots that end in `(from, until]`, counted back from `until`, which need not be a whole slot. */
export type SignalWindow = { readonly from: Instant; readonly until: Instant };

/** Points by the subject of a machine, or by the name in lower case that a source gives it, oldest first. */
export type SignalsByName = ReadonlyMap<string, readonly SignalPoint[]>;

/**
 * The units of the metrics of a source, which are undecided without it, and a callback for the reason why a reading may be
 * incomplete.
 */
export type ReadContext = {
  readonly units?: Units;
  readonly onPartial?: (because: string) => void;
};

/** A source of usage from outside the platform. One query covers the whole fleet. */
export type SignalSource = {
  /** The name of the source, for people. */
  readonly name: string;
  /** Reads the points; calls `onPartial` with the reason if some may be missing. @throws SignalError */
  read(window: SignalWindow, context?: ReadContext): Promise<SignalsByName>;
};

/** The name of the source of pushed usage. */
export const pushes = 'pushes';

/** Thrown when a source cannot be read; the message contains no secret. */
export class SignalError extends Error {
  override readonly name = 'SignalError';
}

/** The signals of the fleet, and the reasons why sources could not be read in full. */
export type SignalReading = { readonly of: SignalsByName; readonly failures: readonly string[] };

/** Reads all sources. A failing source does not affect the others. */
export async function readSignals(
  sources: readonly SignalSource[],
  window: SignalWindow,
  unitsOf?: (source: string) => Units,
): Promise<SignalReading> {
  const signals = new Map<string, SignalPoint[]>();
  const failures: string[] = [];
  const readings = await Promise.allSettled(
    sources.map((source) =>
      source.read(window, {
        ...(unitsOf && { units: unitsOf(source.name) }),
        onPartial: (because) => failures.push(`${source.name}: ${because}`),
      }),
    ),
  );
  for (const [index, reading] of readings.entries()) {
    if (reading.status === 'fulfilled') {
      for (const [name, points] of reading.value)
        signals.set(name, [...(signals.get(name) ?? []), ...points]);
    } else {
      const because = reading.reason instanceof SignalError ? reading.reason.message : 'the source failed';
      failures.push(`${sources[index]?.name}: ${because}`);
    }
  }
  return { of: signals, failures };
}
