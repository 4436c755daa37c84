import type { Hono } from 'hono';
import { accessFrom } from '../../lib/dashboard/access.ts';
import { dashboardApp } from '../../lib/dashboard/dashboard-app.ts';
import type { DashboardOptions } from '../../lib/dashboard/dashboard-options.ts';
import { snapshots } from '../../lib/dashboard/data/snapshots.ts';
import { actionHeader, cookieName } from '../../lib/dashboard/guard.ts';
import { liveFeed } from '../../lib/dashboard/live-feed.ts';
import { makePageFiles, type PageFiles } from '../../lib/dashboard/page-files.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { seconds } from '../../lib/model/time/time.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import type { Lab } from './a-lab.ts';

export const port = 4_000;
export const host = `127.0.0.1:${port}`;
export const access = accessFrom('a-token-for-tests');

/** Made once for all tests of a file: the bundler takes a moment. */
let files: Promise<PageFiles> | null = null;
export const pageFiles = (): Promise<PageFiles> => {
  files ??= makePageFiles();
  return files;
};

export type TestDashboard = {
  readonly app: Hono;
  /** As a browser that is signed in. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  json(path: string): Promise<unknown>;
  /** As a button of the page. */
  post(body: unknown, headers?: Record<string, string | undefined>): Promise<Response>;
  readonly bugs: unknown[];
};

export async function aDashboard(
  { ledger, policy, now }: Lab,
  overrides: Partial<DashboardOptions> = {},
): Promise<TestDashboard> {
  const clock = virtualClock(now);
  const door = overrides.ledger ?? ((work) => work(ledger));
  const known = snapshots({
    ledger: door,
    policy: async () => ({ policy, fault: null }),
    intervals: defaultIntervals,
    now: clock.now,
    clock,
    freshFor: seconds(0),
  });
  const bugs: unknown[] = [];
  const app = dashboardApp({
    access,
    port,
    files: await pageFiles(),
    ledger: door,
    snapshots: known,
    feed: liveFeed(known, clock, seconds(1)),
    mayAct: true,
    onBug: (bug) => bugs.push(bug),
    ...overrides,
  });
  const cookie = `${cookieName(port)}=${access.session}`;
  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: host, Cookie: cookie, ...headers } });
  return {
    app,
    get,
    json: async (path) => (await get(path)).json(),
    post: async (body, headers = {}) => {
      const all: Record<string, string | undefined> = {
        Host: host,
        Cookie: cookie,
        Origin: `http://${host}`,
        'Content-Type': 'application/json',
        [actionHeader]: access.actToken,
        ...headers,
      };
      const sent = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      return app.request('/api/ask', {
        method: 'POST',
        headers: Object.fromEntries(sent),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    bugs,
  };
}
