import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addMoney, chargeToMoney, money, moneyTowards } from '../../lib/model/money/money.ts';
import { type Instant, later, seconds } from '../../lib/model/time/time.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import type { Override } from '../../lib/state/override.ts';
import { hostile, hostileOwner, type Lab, watchedLab } from '../dashboard/a-lab.ts';
import { place, withdraw } from '../support/place.ts';
import { chromiumPath, letIn, openBrowser, type Served, served, violationsOn } from './a-browser.ts';

if (chromiumPath === undefined)
  process.stderr.write('No Chromium here (CHROMIUM names one): the dashboard was not looked at.\n');

describe.skipIf(chromiumPath === undefined)('the dashboard in a browser', () => {
  let lab: Lab;
  let browser: Browser;
  let dashboard: Served;
  beforeAll(async () => {
    [lab, browser] = await Promise.all([watchedLab(), openBrowser()]);
    dashboard = await served(lab);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.close();
  });
  afterEach(async () => {
    dashboard.breakWith(null);
    for (const context of browser.contexts()) await context.close();
    for (const { id } of await lab.ledger.overrides(lab.now)) await withdraw(lab.ledger, id);
  });

  it('shows the figures of the ledger, and asks no other host for anything', async () => {
    const { page, wrong, hosts } = await letIn(browser, dashboard.address);
    await page.getByRole('heading', { name: 'Burn rate' }).waitFor();
    const tile = page.getByRole('region', { name: 'Burn rate' });
    expect(await tile.textContent()).toMatch(/^Burn rate3\.63USD\/h/);
    const heads = await lab.ledger.heads();
    const spent = heads.flatMap(({ report }) =>
      report === null ? [] : [addMoney(report.spend.amount, chargeToMoney(report.accruedSince))],
    );
    expect(spent.length).toBeGreaterThan(0);
    const budgets = await page.getByRole('region', { name: 'Budgets' }).textContent();
    for (const head of heads) {
      if (head.observation?.kind !== 'project' || head.report === null) continue;
      const { spend, accruedSince } = head.report;
      const spentOfIt = addMoney(spend.amount, chargeToMoney(accruedSince));
      expect(budgets).toContain(moneyTowards(spentOfIt, money('1')));
    }
    await page.getByRole('table').first().waitFor();
    expect(await page.locator('.chart canvas').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('');
    expect([...hosts]).toEqual([new URL(dashboard.address).host]);
    expect(wrong).toEqual([]);
  });

  it('shows hostile names as they are, everywhere, and runs nothing of them', async () => {
    const { page, wrong, go } = await letIn(browser, dashboard.address);
    await page.getByText('Burn rate').first().waitFor();
    await go('/inventory');
    await page.getByRole('link', { name: hostile }).click();
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor();
    expect(await page.getByText(hostileOwner).count()).toBeGreaterThan(0);
    await go('/alerts');
    await page.getByText(hostile).first().waitFor();
    expect(await page.title()).not.toMatch(/stolen|loot/);
    expect(await page.evaluate("document.querySelectorAll('#page script, #page img').length")).toBe(0);
    expect(wrong).toEqual([]);
  });

  it('opens from a link on another site, as in webmail, in a browser that is signed in', async () => {
    const { page, wrong } = await letIn(browser, dashboard.address);
    const { origin } = new URL(dashboard.address);
    await page.goto('about:blank');
    await page.setContent(`<a href="${origin}/subject?name=project%2Flab%2Fvm%2Ftrain-7b">Details</a>`);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { level: 1, name: 'train-7b' }).waitFor();
    expect(wrong).toEqual([]);
  });

  it('blocks HTML made from text even where a bug would create some', async () => {
    const { page } = await letIn(browser, dashboard.address);
    const attempt = page.evaluate("document.body.innerHTML = '<b>x</b>'");
    await expect(attempt).rejects.toThrow('TrustedHTML');
  });

  it('hatches unknown hours, and describes a row of use in words', async () => {
    const { page, go } = await letIn(browser, dashboard.address);
    await go('/inventory?find=train-7b');
    const row = page.getByRole('img', { name: /CPU peak/ });
    await row.waitFor();
    expect(await row.getAttribute('aria-label')).toMatch(
      /CPU peak \d+ %, under 10 % in \d+ of \d+ measured hours; unknown for \d+ h/,
    );
    expect(await row.locator('path.unknown').count()).toBe(1);
    expect(await row.locator('path.use-7').count()).toBe(0);
  });

  it('finds and sorts, and keeps the search in the address', async () => {
    const { page, go } = await letIn(browser, dashboard.address);
    await go('/inventory');
    await page.getByRole('searchbox').fill('gpu-box');
    await page.getByText('1 VM in 1 project').waitFor();
    expect(new URL(page.url()).searchParams.get('find')).toBe('gpu-box');
    await page.reload();
    await page.getByText('1 VM in 1 project').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('gpu-box');
  });

  it('asks who and why, previews the effect, sends the request, and shows the result', async () => {
    const { page, go } = await letIn(browser, dashboard.address);
    await go('/subject?name=project/lab/vm/train-7b');
    await page.getByRole('button', { name: 'Keep' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/is kept until/).waitFor();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    expect(await lab.ledger.overrides(lab.now), 'without a name and a reason').toEqual([]);
    await dialog.getByLabel('Your name').fill('ada');
    await dialog.getByLabel('Reason').fill('in use <b>all</b> week');
    await dialog.getByLabel('Owner (optional)').fill('eve');
    await dialog.getByLabel('Purpose (optional)').fill('nightly training');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.getByRole('heading', { name: 'Recorded' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('in use <b>all</b> week').first().waitFor();
    expect(await lab.ledger.overrides(lab.now)).toMatchObject([
      { kind: 'keep', author: 'ada', owner: 'eve', purpose: 'nightly training' },
    ]);
    expect(await page.getByRole('region', { name: 'Properties' }).textContent()).toContain('eve');
  });

  it('shows overrides of others without a reload', async () => {
    const { page, go } = await letIn(browser, dashboard.address);
    await go('/alerts');
    await page.getByText('No active overrides.').waitFor();
    await place(lab.ledger, aPause(lab.now));
    await page.getByText('less than a minute ago: a freeze').waitFor();
  });

  it('sends no requests while it is hidden, and updates once it is shown', async () => {
    const { page, go } = await letIn(browser, dashboard.address);
    await go('/alerts');
    await page.getByText('No active overrides.').waitFor();
    const see = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await see(true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await place(lab.ledger, aPause(lab.now));
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
    await see(false);
    await page.getByText('less than a minute ago: a freeze').waitFor();
  });

  it('keeps the last figures, marked as old, when the ledger cannot be read', async () => {
    const { page } = await letIn(browser, dashboard.address);
    await page.getByText('Burn rate').first().waitFor();
    dashboard.breakWith(new LedgerError('the disk is gone'));
    await page.getByText(/Figures are from .*the disk is gone/).waitFor();
    expect(await page.getByRole('region', { name: 'Burn rate' }).textContent()).toContain('3.63');
  });

  it('shows that the connection is lost, and the time of the figures', async () => {
    const other = await served(lab);
    const { page } = await letIn(browser, other.address);
    await page.getByText(/^Live\s?\d\d:\d\d$/).waitFor();
    await other.close();
    await page.getByText(/Connection lost; showing figures from \d\d:\d\d/).waitFor();
  });

  it('shows no buttons in a window without the token for actions, and none at all where the dashboard is read-only', async () => {
    const reader = await served(lab, false);
    const { page, go } = await letIn(browser, reader.address);
    await page.getByText('read-only').waitFor();
    await go('/alerts');
    await page.getByRole('heading', { name: 'Planned actions' }).waitFor();
    expect(await page.getByRole('button', { name: /Keep|Deny|Approve|Silence|Pause/ }).count()).toBe(0);
    await reader.close();
  });

  it('shows a browser that is not signed in what to do', async () => {
    const page = await browser.newPage();
    const reply = await page.goto(new URL(dashboard.address).origin);
    expect(reply?.status()).toBe(401);
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  });

  it('can be used by keyboard alone', async () => {
    const { page } = await letIn(browser, dashboard.address);
    await page.getByText('Burn rate').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.getByRole('link', { name: 'Inventory' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor();
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each([
      ['/', 'Budgets'],
      ['/inventory', 'Inventory'],
      ['/alerts', 'Overrides'],
      ['/unwatched', 'Blind spots'],
      ['/subject?name=project/lab/vm/train-7b', 'Findings'],
    ])('%s passes the accessibility check', async (path, heading) => {
      const { page, go } = await letIn(browser, dashboard.address, { colorScheme, bypassCSP: true });
      await go(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('load');
      expect(await violationsOn(page)).toEqual([]);
    });
  });

  it.each(['/', '/inventory', '/alerts', '/subject?name=project/lab/vm/train-7b'])(
    '%s fits a phone',
    async (path) => {
      const viewport = { width: 360, height: 740 };
      const { page, go } = await letIn(browser, dashboard.address, { viewport, bypassCSP: true });
      await go(path);
      await page.locator('.card').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      expect(await page.evaluate("document.querySelector('.tabs').scrollWidth")).toBeLessThanOrEqual(360);
      expect(await violationsOn(page)).toEqual([]);
    },
  );

  it.each(['/', '/alerts', '/subject?name=project/lab/vm/train-7b'])(
    '%s shows on the first screen of a phone what will be stopped next',
    async (path) => {
      const { page, go } = await letIn(browser, dashboard.address, { viewport: { width: 390, height: 844 } });
      await go(path);
      const approve = page.getByRole('button', { name: /^Approve/ }).first();
      await approve.waitFor();
      const box = await approve.boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    },
  );
});

const aPause = (now: Instant): Override => ({
  kind: 'pause',
  id: 'pause-test',
  author: 'grace',
  reason: 'a freeze',
  at: now,
  until: later(now, seconds(1)),
});
