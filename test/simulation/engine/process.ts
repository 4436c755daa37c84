import type { Intervals } from '../../../lib/model/time/intervals.ts';
import { type Instant, minutes, type Span, seconds } from '../../../lib/model/time/time.ts';
import type { Policy } from '../../../lib/state/policy.ts';

/** The settings of a run, as the user wrote them. */
export type Orders = { readonly policy: Policy; readonly intervals: Intervals };

/** The time after which a run may send no more requests to the cloud. */
export const runLimit: Span = minutes(4);

/** One run of a job: a separate process, which can die between any two lines. */
export type Process = {
  readonly id: number;
  readonly job: 'watch' | 'act';
  readonly orders: Orders;
  readonly startedAt: Instant;
  /** Its clock error. */
  readonly skew: Span;
  /** How far the clock of the cloud that it asks is behind the true time, which is part of `skew`; absent for not at all. */
  readonly cloudIsBehind?: Span;
  /** True once it died; nothing that it awaits will arrive. */
  dead: boolean;
  endedAt: Instant | null;
  /** True if a fault occurred after which it, or another process, may repeat something. */
  troubled: boolean;
  /** Ends it at once. */
  die(): void;
  /** Resolves when it has ended in any way. */
  readonly ended: Promise<void>;
};

/** The largest difference of synchronized clocks. */
export const usualSkew: Span = seconds(5);

/** Reports whether its clock is off by more than the tolerance. */
export const hasWrongClock = ({ skew }: Pick<Process, 'skew'>): boolean => Math.abs(skew) > minutes(10);

export type NewProcess = Pick<Process, 'id' | 'job' | 'orders' | 'startedAt' | 'skew'>;

export function startProcess(made: NewProcess): Process & { end(at: Instant): void } {
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    ...made,
    dead: false,
    endedAt: null,
    troubled: false,
    ended,
    die() {
      this.dead = true;
      this.troubled = true;
      finish();
    },
    end(at) {
      this.endedAt ??= at;
      finish();
    },
  };
}
