import type { HonoRequest } from 'hono';

/** A limit for request bodies that are being received, so that no number of senders can fill the memory of the process. */
export type BodyPlaces = {
  /** Reserves a place for a body of at most this size; `null` if the sender or all senders together hold too much. */
  take(sender: string, bytes: number): { free(): void } | null;
};

type PlaceLimits = {
  /** The maximum size of all open bodies together, in bytes. */
  readonly mostBytes: number;
  /** The maximum number of open bodies of one sender. */
  readonly mostEach: number;
};

export function bodyPlaces({ mostBytes, mostEach }: PlaceLimits): BodyPlaces {
  let held = 0;
  const heldBy = new Map<string, number>();
  return {
    take(sender, bytes) {
      const before = heldBy.get(sender) ?? 0;
      if (before >= mostEach || held + bytes > mostBytes) return null;
      held += bytes;
      heldBy.set(sender, before + 1);
      return {
        free() {
          held -= bytes;
          const left = (heldBy.get(sender) ?? 0) - 1;
          if (left > 0) heldBy.set(sender, left);
          else heldBy.delete(sender);
        },
      };
    },
  };
}

/** The number of seconds after which a refused sender may try again. */
const retryAfter = '5';

/** Returns the declared size of a request's body in bytes: 0 without a body, at most `mostBytes`, also for an unknown size. */
export function declaredSize(req: HonoRequest, mostBytes: number): number {
  const declared = req.header('content-length');
  if (declared !== undefined) return Math.min(Number(declared), mostBytes);
  return req.header('transfer-encoding') === undefined ? 0 : mostBytes;
}

/** Calls `receive`, which reads a body, while a place is reserved for it; returns 503 if there is none. */
export async function withPlace<T>(
  places: BodyPlaces,
  sender: string,
  size: number,
  receive: () => Promise<T>,
): Promise<T | Response> {
  if (size === 0) return receive();
  const place = places.take(sender, size);
  if (place === null) return new Response(null, { status: 503, headers: { 'retry-after': retryAfter } });
  try {
    return await receive();
  } finally {
    place.free();
  }
}
