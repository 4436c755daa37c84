import type { Span } from '../../../lib/model/time/time.ts';
import type { Fault, FaultPlan, Io } from './faults.ts';
import type { Process } from './process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What is behind the gate: the deed, and how its port tells that it failed. */
export type Passage<T> = {
  readonly io: Io;
  /** `flawed`: a part of the reply cannot be read. */
  perform(isFlawed: boolean): T | Promise<T>;
  /** `lost`: it was done and the answer did not come; `refused`: it was not done. Throws, or answers so. */
  fail(how: 'lost' | 'refused', index: number): T;
};

/** The one way out of a process: every I/O is counted here, and everything that can go wrong goes wrong here. */
export type Gate = {
  pass<T>(process: Process, passage: Passage<T>): Promise<T>;
  /** How many have passed. */
  count(): number;
  /** How many are on their way, those of dead processes among them. */
  underWay(): number;
};

export type GateOptions = {
  readonly time: VirtualTime;
  readonly faults: FaultPlan;
  /** How long an I/O takes when nothing is wrong with it; 0 for at once. */
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
      // Its process died while it was on its way: every second one arrives.
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
      // Its process is dead, and there is no one left to hear of it.
    }
    underWay -= 1;
  }

  return { pass, count: () => count, underWay: () => underWay };
}

/** What is on its way back, be it an error. */
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
