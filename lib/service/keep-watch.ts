import { errorText } from '../jobs/error-text.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import {
  between,
  earliest,
  type Instant,
  isoInstant,
  later,
  milliseconds,
  type Span,
  seconds,
} from '../model/time/time.ts';

export type KeepWatch = {
  readonly clock: Clock;
  readonly log: Log;
  /** Between the beginnings of two passes. */
  readonly every: Span;
  /** How long the pass under way may take to end after an end was asked for. */
  readonly finishWithin: Span;
  /** Aborted when an end is asked for. */
  readonly signal: AbortSignal;
  /** One pass, and its figures for the log. What it throws is told, and the next one comes when it is due. */
  readonly pass: () => Promise<Figures>;
  /** What no further pass could mend: it is thrown on. */
  readonly isHopeless: (error: unknown) => boolean;
  /** Called several times a minute between passes: nobody waits long for what it tells. */
  readonly meanwhile: () => Promise<void>;
};
type Figures = NonNullable<Parameters<Log>[1]>;

/** Timers stand still while a machine sleeps; it is seen to have woken by looking at the clock this often. */
const slice = seconds(15);

/**
 * Makes passes until an end is asked for: one when it begins, then one at each interval from the
 * beginning of the last. After a sleep of the machine, or a pass that took longer, there is one pass at once
 * and not one for each that was missed.
 */
export async function keepWatch(watch: KeepWatch): Promise<'finished' | 'cut-off'> {
  const { clock, log, every, signal } = watch;
  for (let count = 1; !signal.aborted; count += 1) {
    const began = clock.now();
    const passing = watch.pass().then(
      (figures) => {
        const now = clock.now();
        const next = isoInstant(latestOf(later(began, every), now));
        log('pass', { count, seconds: between(began, now) / 1_000, ...figures, next });
      },
      (error: unknown) => {
        if (watch.isHopeless(error)) throw error;
        log('pass-failed', { count, because: errorText(error) });
      },
    );
    await orAborted(passing, signal);
    if (signal.aborted) return finish(watch, passing);
    await untilDue(watch, later(began, every));
  }
  return 'finished';
}

const latestOf = (left: Instant, right: Instant): Instant => (left > right ? left : right);

/** Waits for the pass under way, and not for ever. */
async function finish({ clock, log, finishWithin }: KeepWatch, passing: Promise<void>) {
  log('ending', { seconds: finishWithin / 1_000 });
  const patience = new AbortController();
  const ended = passing.then(() => 'finished' as const);
  const late = clock.sleep(finishWithin, patience.signal).then(() => 'cut-off' as const);
  try {
    return await Promise.race([ended, late]);
  } finally {
    patience.abort();
  }
}

async function untilDue({ clock, log, every, signal, meanwhile }: KeepWatch, due: Instant): Promise<void> {
  for (let at = due; !signal.aborted; ) {
    const now = clock.now();
    // A clock that was set back must not make the wait any longer.
    at = earliest(at, later(now, every));
    const left = between(now, at);
    if (left <= 0) {
      if (-left >= every) log('overslept', { seconds: -left / 1_000 });
      return;
    }
    await orAborted(clock.sleep(milliseconds(Math.min(left, slice)), signal), signal);
    if (!signal.aborted) await meanwhile();
  }
}

/** Waits for work or for the end that is asked for, whichever comes first, and leaves no listener behind. */
function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    work.then(end, reject);
  });
}
