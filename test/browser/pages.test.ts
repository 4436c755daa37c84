import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { watchedLab } from '../dashboard/a-lab.ts';
import { chromiumPath, letIn, openBrowser, type Served, served, violationsOn } from './a-browser.ts';

const account = '/subject?name=account/main';
const project = '/subject?name=project/lab';

describe.skipIf(chromiumPath === undefined)('the pages of accounts and projects', () => {
  let browser: Browser;
  let dashboard: Served;
  let after: Served;
  beforeAll(async () => {
    browser = await openBrowser();
    const labs = await Promise.all([watchedLab(), watchedLab({ credit: '97', length: 420 })]);
    [dashboard, after] = await Promise.all([served(labs[0]), served(labs[1])]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([dashboard?.close(), after?.close()]);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  async function opened(path: string, of = dashboard, options: Parameters<typeof letIn>[2] = {}) {
    const { page, wrong, go } = await letIn(browser, of.address, options);
    await go(path);
    await page.getByRole('heading', { name: 'Spend over time' }).waitFor();
    await page.locator('.chart canvas').first().waitFor();
    return { page, wrong };
  }

  /** Returns the colour of each name in the legend. */
  const coloursOn = async (page: Page): Promise<unknown> =>
    page.evaluate(`Object.fromEntries([...document.querySelectorAll('.legend li')].map((item) =>
      [item.querySelector('.name').textContent, getComputedStyle(item.querySelector('i')).backgroundColor]))`);

  it('show an account with its credit, when it runs out, and its projects', async () => {
    const { page, wrong } = await opened(account);
    const runway = page.getByRole('region', { name: 'Runway of main' });
    expect(await runway.textContent()).toMatch(/28 h102\.13 USD left, gone 21 Mar, 17:10/);
    await page.getByText('At zero the platform deletes 5 VMs.').waitFor();
    const credit = page.getByRole('img', {
      name: /^Credit: 102\.13 USD reported at .* gone at 21 Mar, 17:10$/,
    });
    await credit.waitFor();
    const fill = await page.evaluate(`getComputedStyle(document.querySelector('.scale .unknown')).fill`);
    expect(fill).toContain('#hatch');
    expect(await page.getByRole('region', { name: 'Budgets', exact: true }).textContent()).toMatch(
      /attic.*lab|lab.*attic/,
    );
    expect(await page.getByRole('region', { name: 'Projects', exact: true }).textContent()).toMatch(
      /This month, USD.*attic.*57\.38.*lab.*40\.50/,
    );
    expect(wrong).toEqual([]);
  });

  it('show a project with its budget, machines, owners and unused resources', async () => {
    const { page, wrong } = await opened(project);
    expect(await page.getByRole('region', { name: 'Idle and waste' }).textContent()).toMatch(
      /0\.75USD\/h2 VMs idleShow them/,
    );
    expect(await page.getByRole('region', { name: 'Budgets' }).textContent()).toContain('4050 %');
    await page
      .getByRole('img', {
        name: /^Budget: 40\.50 USD spent of 1\.00 USD; forecast .* \(80 % interval: .*\)$/,
      })
      .waitFor();
    await page.getByRole('region', { name: 'Table of resources' }).getByRole('link', { name: 'web' }).click();
    await page.getByRole('heading', { level: 1, name: 'web' }).waitFor();
    expect(wrong).toEqual([]);
  });

  it('are linked from the alerts on their resources', async () => {
    const { page, wrong, go } = await letIn(browser, dashboard.address);
    await go('/alerts');
    const alert = page.getByRole('listitem').filter({ hasText: 'forgotten machines' }).first();
    await alert.getByRole('link', { name: 'lab', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'lab', exact: true }).waitFor();
    expect(wrong).toEqual([]);
  });

  it('work in a browser that blocks storage, buttons included', async () => {
    const { page, wrong } = await letIn(browser, dashboard.address);
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })",
    );
    await page.goto(dashboard.address);
    await page.locator('.chart canvas').first().waitFor();
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .waitFor();
    expect(wrong).toEqual([]);
  });

  it('show after the end of credit what was lost, and when', async () => {
    const { page } = await opened('/', after);
    await page.getByRole('link', { name: 'What was lost' }).click();
    const lost = page.getByRole('region', { name: 'Lost when the credit ended' });
    await lost.waitFor();
    expect(await lost.textContent()).toMatch(
      /5 resources, 3\.63 USD\/hThe credit ended between 20 Mar, 12:55,.* and 20 Mar, 13:00\..*lab \/ web0\.75 USD\/hgone by 20 Mar, 13:00/,
    );
  });

  it('use one colour for a name in all charts, and keep the period in the address', async () => {
    const { page } = await opened('/');
    const before = await coloursOn(page);
    await page.getByText('24 hours').click();
    await page.getByText(/^Per hour, in USD/).waitFor();
    expect(await coloursOn(page)).toEqual(before);
    expect(new URL(page.url()).searchParams.get('range')).toBe('24h');
    await page.goto(new URL(`${account}&range=7d&credit=24h`, page.url()).href);
    await page.getByText(/^Per day, in USD/).waitFor();
    expect(await coloursOn(page)).toEqual(before);
    expect(
      await page
        .getByRole('group', { name: 'Period of the credit chart' })
        .getByLabel('24 hours')
        .isChecked(),
    ).toBe(true);
    await page.getByText('not polled').waitFor();
  });

  it.each([
    ...(['light', 'dark'] as const).flatMap((colorScheme) =>
      [1_280, 360].flatMap((width) => [account, project].map((path) => ({ path, colorScheme, width }))),
    ),
  ])(
    '$path at $width px in $colorScheme colours fits and is accessible',
    async ({ path, colorScheme, width }) => {
      const viewport = { width, height: 740 };
      const { page } = await opened(path, dashboard, { colorScheme, viewport, bypassCSP: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await violationsOn(page)).toEqual([]);
    },
  );
});
