import type { Clock } from '../../../jobs/ports.ts';
import { Problem } from './problem.ts';

/** The most requests in a minute, an hour and a day, for each key. */
export type RateLimit = { readonly minute: number; readonly hour: number; readonly day: number };

export const usualRateLimit: RateLimit = { minute: 60, hour: 3_000, day: 50_000 };

const windows = { minute: 60, hour: 3_600, day: 86_400 } as const;
const names = ['minute', 'hour', 'day'] as const;

export type Headers = Readonly<Record<string, string>>;

/** Makes a counter of requests, which returns the headers of each reply. It throws a Problem beyond a limit. */
export function rateLimiter(limit: RateLimit, clock: Pick<Clock, 'now'>): (key: string) => Headers {
  const counts = new Map<string, { window: number; count: number }>();
  const policy = names.map((name) => `"${name}";q=${limit[name]};w=${windows[name]}`).join(', ');
  return (key) => {
    const now = Math.floor(clock.now() / 1_000);
    let over: { name: string; wait: number } | undefined;
    const members = names.map((name) => {
      const window = Math.floor(now / windows[name]);
      const entry = counts.get(`${name} ${key}`);
      const count = entry?.window === window ? entry.count + 1 : 1;
      counts.set(`${name} ${key}`, { window, count });
      const wait = (window + 1) * windows[name] - now;
      if (count > limit[name]) over = { name, wait };
      return `"${name}";r=${Math.max(0, limit[name] - count)};t=${wait}`;
    });
    const headers = { RateLimit: members.join(', '), 'RateLimit-Policy': policy };
    if (over === undefined) return headers;
    throw new Problem(429, `rate limit exceeded for the ${over.name} window`, {
      headers: { ...headers, 'Retry-After': String(over.wait) },
    });
  };
}
