import type { Clock } from '../../../jobs/ports.ts';
import { minutes } from '../../../model/time/time.ts';
import { tooManyRequests } from './api-error.ts';

export type RateLimit = {
  readonly perMinute: number;
  /** The clock for minutes; the world's by default. */
  readonly clock?: Pick<Clock, 'now'>;
};

/** Counts one request of a key. @throws ApiError when it exceeds the limit of this minute. */
type Admit = (key: string) => void;

export function rateLimiter({ perMinute, clock }: Required<RateLimit>): Admit {
  const minute = minutes(1);
  let counted = { minute: -1, byKey: new Map<string, number>() };
  return (key) => {
    const now = clock.now();
    const current = Math.floor(now / minute);
    if (current !== counted.minute) counted = { minute: current, byKey: new Map() };
    const count = (counted.byKey.get(key) ?? 0) + 1;
    counted.byKey.set(key, count);
    if (count <= perMinute) return;
    const wait = Math.ceil(((current + 1) * minute - now) / 1_000);
    throw tooManyRequests(`more than ${perMinute} requests a minute`, wait);
  };
}
