import type { Span } from '../../../lib/model/time/time.ts';
import type { Fault, FaultPlan, Io } from './faults.ts';
import type { Process } from './process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** An I/O behind the gate, and how its port reports a failure. */
export type Passage<T> = {
  readonly io: Io;
  /** Performs it; `isFlawed` makes a part of the reply unreadable. */
  perform(isFlawed: boolean): T | Promise<T>;
  /** Fails: `lost` after performing it, `refused` without. Throws, or answers so. */
  fail(how: 'lost' | 'refused', index: number): T;
};

/** The only way out of a process: it counts every I/O and injects every fault. */
export type Gate = {
  pass<T>(process: Process, passage: Passage<T>): Promise<T>;
  /** Returns the number of I/Os so far. */
  count(): number;
  /** Returns the number of pending I/Os, also of dead processes. */
  underWay(): number;
};

export type GateOptions = {
  readonly time: VirtualTime;
  readonly faults: FaultPlan;
  /** Returns the time of an I/O without a fault; 0 for none. */
  readonly latency: () => Span;
  readonly onFault?: (process: Process, io: Io, fault: Fault) => void;
};

const forever = (): Promise<never> => new Promise<never>(() => undefined);

export function createGate({ time, faults, latency, onFault }: GateOptions): Gate {
  let count = 0;
  let underWay = 0;

  async function wait(span: Span): Promise<void> {
    underWay += 1;
    await new Promise<void>((resolve) => time.after(span, resolve));
    underWay -= 1;
  }

  async function pass<T>(process: Process, { io, perform, fail }: Passage<T>): Promise<T> {
    if (process.dead) return forever();
    const index = count++;
    const fault = faults(io, index, time.now());
    if (fault !== null) {
      onFault?.(process, io, fault);
      if (fault.kind !== 'delay') process.troubled = true;
    }
    switch (fault?.kind) {
      case 'crash-before':
        process.die();
        return forever();
      case 'lands-late':
        void wait(fault.after).then(() => land(perform));
        process.die();
        return forever();
      case 'refused':
        return fail('refused', index);
      default:
    }
    const before = fault?.kind === 'delay' ? fault.before : latency();
    if (before > 0) {
      await wait(before);
      // The process died meanwhile: every second I/O arrives.
      if (process.dead) {
        if (index % 2 > 0) void land(perform);
        return forever();
      }
    }
    const answer = await answerOf(perform, fault?.kind === 'flawed');
    if (fault?.kind === 'crash-after') process.die();
    if (fault?.kind === 'delay' && fault.after > 0) await wait(fault.after);
    if (process.dead) return forever();
    return fault?.kind === 'lost-answer' ? fail('lost', index) : answer();
  }

  async function land<T>(perform: Passage<T>['perform']): Promise<void> {
    underWay += 1;
    try {
      await perform(false);
    } catch {
      // The process is dead, so nobody receives the answer.
    }
    underWay -= 1;
  }

  return { pass, count: () => count, underWay: () => underWay };
}

/** Returns the answer on its way back, possibly an error. */
async function answerOf<T>(perform: Passage<T>['perform'], isFlawed: boolean): Promise<() => T> {
  try {
    const value = await perform(isFlawed);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
