import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { serveDashboard } from '../../lib/dashboard/serve-dashboard.ts';
import type { LedgerDoor } from '../../lib/dashboard/shared-ledger.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { seconds } from '../../lib/model/time/time.ts';
import type { PolicyFault } from '../../lib/state/policy.ts';
import type { Lab } from '../dashboard/a-lab.ts';

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; `undefined` where there is none, and its tests are skipped. */
export const chromiumPath: string | undefined = places.find((path) => path && existsSync(path));

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox', '--disable-gpu'] });

export type Served = {
  readonly address: string;
  /** What keeps its ledger from being read; `null` lets it be read again. */
  breakWith(error: Error | null): void;
  close(): Promise<void>;
};

/** The dashboard over a lab, on a port of its own. */
export async function served(lab: Lab, mayAct = true, fault: PolicyFault | null = null): Promise<Served> {
  let trouble: Error | null = null;
  const ledger: LedgerDoor = async (work) => {
    if (trouble !== null) throw trouble;
    return work(lab.ledger);
  };
  const dashboard = await serveDashboard({
    ledger,
    policy: async () => ({ policy: lab.policy, fault }),
    now: () => lab.now,
    clock: systemClock,
    freshFor: seconds(0),
    pollEvery: seconds(0.1),
    intervals: defaultIntervals,
    mayAct,
    token: 'a-token-for-tests',
    port: 0,
    onBug: console.error,
  });
  return {
    address: dashboard.address,
    breakWith: (error) => {
      trouble = error;
    },
    close: dashboard.close,
  };
}

/** A page that is signed in, and everything that went wrong in it. */
export async function letIn(
  browser: Browser,
  address: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{
  readonly page: Page;
  readonly wrong: string[];
  readonly hosts: Set<string>;
  go(path: string): Promise<void>;
}> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(5_000);
  const wrong: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(address);
  const { origin } = new URL(address);
  return {
    page,
    wrong,
    hosts,
    go: async (path) => {
      await page.goto(`${origin}${path}`);
    },
  };
}

const Found = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
});

/** What axe finds wrong, in lines that say where. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate('axe.run()');
  return Found.parse(found).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
