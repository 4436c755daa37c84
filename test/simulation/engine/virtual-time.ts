import { type Instant, later, type Span } from '../../../lib/model/time/time.ts';

type Timer = { readonly at: Instant; readonly order: number; readonly happen: () => void };

/** The world's time: a heap of future events. Events of one instant happen in the order they were added. */
export type VirtualTime = {
  now(): Instant;
  at(when: Instant, happen: () => void): void;
  after(span: Span, happen: () => void): void;
  /**
   * Runs all events up to `end`, or until `isOver`. `settle` is awaited after each, so that everyone who was woken
   * can go on.
   */
  run(end: Instant, settle: () => Promise<void> | null, isOver: () => boolean): Promise<void>;
};

export function virtualTime(start: Instant): VirtualTime {
  const heap: Timer[] = [];
  let now = start;
  let asked = 0;

  const comesFirst = (left: Timer, right: Timer): boolean =>
    left.at < right.at || (left.at === right.at && left.order < right.order);

  function push(timer: Timer): void {
    let index = heap.length;
    heap.push(timer);
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (parent === undefined || comesFirst(parent, timer)) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = timer;
  }

  function pop(): Timer | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const child = smallerChild(index);
      if (child === null || !comesFirst(child.timer, last)) break;
      heap[index] = child.timer;
      index = child.index;
    }
    heap[index] = last;
    return first;
  }

  function smallerChild(index: number): { readonly timer: Timer; readonly index: number } | null {
    const left = heap[2 * index + 1];
    if (left === undefined) return null;
    const right = heap[2 * index + 2];
    return right !== undefined && comesFirst(right, left)
      ? { timer: right, index: 2 * index + 2 }
      : { timer: left, index: 2 * index + 1 };
  }

  const at = (when: Instant, happen: () => void): void =>
    push({ at: when < now ? now : when, order: asked++, happen });

  return {
    now: () => now,
    at,
    after: (span, happen) => at(later(now, span), happen),
    async run(end, settle, isOver) {
      for (let next = heap[0]; next !== undefined && next.at <= end; next = heap[0]) {
        if (isOver()) return;
        pop();
        now = next.at;
        next.happen();
        const settling = settle();
        if (settling !== null) await settling;
      }
      now = end;
    },
  };
}
