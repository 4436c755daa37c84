import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Subject } from '../../lib/model/ids.ts';
import { buildMail } from '../../lib/routes/email/send.ts';
import { hostile } from '../dashboard/a-lab.ts';
import { aMessage, anIdleNotification } from '../notify/messages/a-message.ts';
import { everyNotification } from '../notify/messages/every-notification.ts';
import { chromiumPath, openBrowser, violationsOn } from './a-browser.ts';

const reader = { zone: 'Europe/London', dashboard: 'https://spend.example.com' };
const all = Object.values(everyNotification);
/** Alone, these have every part that a message can have. */
const mixed = ['digest', 'forecast', 'runway', 'idle-approve', 'terminate-confirmed'].flatMap(
  (name) => everyNotification[name] ?? [],
);
const htmlOf = (...notifications: typeof all): string =>
  buildMail(aMessage(notifications, { severity: 'critical' }), reader, 'example.com').html;

describe.skipIf(chromiumPath === undefined)('an e-mail in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function shown(html: string, width: number, colorScheme: 'light' | 'dark') {
    const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    return { page, asked };
  }

  it.each([
    [720, 'light'],
    [720, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('is accessible at %i pixels in a %s scheme, and loads nothing', async (width, scheme) => {
    for (const one of mixed) {
      const { page, asked } = await shown(htmlOf(one), width, scheme);
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.locator('h2').count()).toBe(0);
      expect(asked).toEqual([]);
      await page.close();
    }
    const { page, asked } = await shown(htmlOf(...mixed, ...all), width, scheme);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.locator('h2').count()).toBe(10);
    expect(await page.locator('li').count()).toBe(31);
    expect(asked).toEqual([]);
  });

  it('of every kind fits the width of a phone', async () => {
    for (const [name, notification] of Object.entries(everyNotification)) {
      const { page } = await shown(htmlOf(notification), 360, 'light');
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(360);
      await page.close();
    }
  });

  it('shows a hostile name as it is, and a link to its page', async () => {
    const subject = Subject.parse(`project/lab/vm/${hostile}`);
    const { page } = await shown(htmlOf(anIdleNotification({ subject })), 720, 'light');
    expect(await page.locator('h1').textContent()).toContain(`VM ${hostile} in lab: idle`);
    expect(await page.title()).toContain(hostile);
    expect(await page.locator('script').count()).toBe(0);
    const details = await page.getByRole('link', { name: 'Details' }).getAttribute('href');
    expect(new URL(details ?? '').searchParams.get('name')).toBe(subject);
  });
});
