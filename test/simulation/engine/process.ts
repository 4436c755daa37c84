import type { Policy } from '../../../lib/model/rules/policy.ts';
import type { Intervals } from '../../../lib/model/time/intervals.ts';
import { type Instant, minutes, type Span, seconds } from '../../../lib/model/time/time.ts';

/** What a run was made with, as the user wrote it. */
export type Orders = { readonly policy: Policy; readonly intervals: Intervals };

/** After so long a run may ask the cloud no longer. */
export const runLimit: Span = minutes(4);

/** One run of a job: a process of its own, which can die between any two lines. */
export type Process = {
  readonly id: number;
  readonly job: 'watch' | 'act';
  readonly orders: Orders;
  readonly startedAt: Instant;
  /** How far its clock is off. */
  readonly skew: Span;
  /** It died; nothing that it waits for will ever come. */
  dead: boolean;
  endedAt: Instant | null;
  /** Whether anything went wrong for it that could make it, or another after it, do a thing again. */
  troubled: boolean;
  /** Ends its life at once. */
  die(): void;
  /** Comes when it has ended, one way or the other. */
  readonly ended: Promise<void>;
};

/** Machines that keep their clocks differ by no more. */
export const usualSkew: Span = seconds(5);

/** Whether its clock is off by more than is tolerated. */
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
