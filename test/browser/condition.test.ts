import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { earlier, hours, later, minutes, type Span } from '../../lib/model/time/time.ts';
import type { PolicyFault } from '../../lib/state/policy.ts';
import { type Lab, watchedLab } from '../dashboard/a-lab.ts';
import { place, withdraw } from '../support/place.ts';
import { chromiumPath, letIn, openBrowser, type Served, served } from './a-browser.ts';

describe.skipIf(chromiumPath === undefined)('the dashboard over incomplete figures', () => {
  let lab: Lab;
  let browser: Browser;
  let dashboard: Served | null = null;
  beforeAll(async () => {
    [lab, browser] = await Promise.all([watchedLab(), openBrowser()]);
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await dashboard?.close();
    for (const context of browser.contexts()) await context.close();
    for (const { id } of await lab.ledger.overrides(lab.now)) await withdraw(lab.ledger, id);
  });

  /** The page of the lab, as it is so long after its last poll. */
  async function opened(passed: Span, fault: PolicyFault | null = null, of = lab) {
    dashboard = await served({ ...of, now: later(of.now, passed) }, true, fault);
    const { page, go } = await letIn(browser, dashboard.address);
    await page.getByRole('heading', { name: 'Burn rate' }).waitFor();
    const notices = page.getByRole('list', { name: 'Notices' });
    return { page, go, notices, stale: page.locator('main .stale') };
  }

  const unjudged = '2.00 of 3.63 USD/h cannot be judged: no GPU metrics for attic/gpu-box.';
  const lost = (left: string) =>
    `Everything in account main is deleted at 21 Mar, 17:10 (in ${left}), when its credit ends: 5 VMs, disks included.`;

  it('is live and in colour while polls succeed, and shows what will be lost and what it cannot judge', async () => {
    const { page, notices, stale } = await opened(minutes(0));
    await page.getByText(/^Live\s?\d\d:\d\d$/).waitFor();
    expect(await notices.textContent()).toBe(`${lost('1 d 4 h')}${unjudged}`);
    expect(await stale.count()).toBe(0);
  });

  it('shows the age in place of "Live" once polls end, in grey, with since when and why', async () => {
    const { page, notices, stale } = await opened(minutes(25));
    await page.getByText('Last poll 27 min ago').first().waitFor();
    expect(await page.getByText(/^Live/).count()).toBe(0);
    expect(await stale.count()).toBe(1);
    expect(await notices.textContent()).toBe(
      `${lost('1 d 3 h')}No poll has succeeded since 20 Mar, 13:00 (27 min ago): no poll has run since then, so the service may have stopped. All figures are from then.${unjudged}`,
    );
  });

  it('shows a pause at the top of every page, and no running countdown', async () => {
    const word = { author: 'grace', reason: 'a freeze', at: lab.now, until: later(lab.now, hours(2)) };
    await place(lab.ledger, { kind: 'pause', id: 'pause-test', ...word });
    const { page, notices, go } = await opened(minutes(0));
    await notices.getByText(/^All actions are paused by grace until .*: a freeze/).waitFor();
    const planned = page.getByRole('region', { name: 'Planned actions' });
    await planned
      .getByText(/^On hold: paused by grace until/)
      .first()
      .waitFor();
    expect(await planned.textContent()).not.toMatch(/due now|once approved|or later/);
    await go('/inventory');
    await notices.getByText(/^All actions are paused/).waitFor();
  });

  it('shows at the top of the page that the policy file is not in force', async () => {
    const because = 'policy.yaml:3:5 rules[0]: no such rule';
    const { notices, stale } = await opened(minutes(0), {
      because,
      lastGoodSince: earlier(lab.now, hours(3)),
    });
    await notices.getByText(/^The policy file is not in force: policy\.yaml:3:5 .*with 3 rules\.$/).waitFor();
    expect(await stale.count()).toBe(0);
  });

  it('marks credit that is used up only by the burn rate as an estimate, and shows what is lost before all alerts', async () => {
    const { page } = await opened(minutes(0), null, await watchedLab({ credit: '96.25', length: 165 }));
    const tile = page.getByRole('region', { name: 'Runway' });
    expect(await tile.textContent()).toMatch(
      /Runway of main.*about none.*about -0\.72 USD left.*What was lost/,
    );
    const first = page.getByRole('region', { name: 'Alerts' }).getByRole('listitem').first();
    expect(await first.textContent()).toMatch(
      /main.*at zero credit.* the platform deletes 5 VMs.*2\.00 USD of credit reported at 20 Mar, 12:00, about -0\.72 USD now/,
    );
  });
});
