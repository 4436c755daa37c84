import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRoutes } from '../../lib/dashboard/answer-routes.ts';
import { minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { type RunningServer, serveRoutes } from '../../lib/service/serve.ts';
import { announcedLedger, asking, linksOf, secret } from '../jobs/answer-links/a-link.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { chromiumPath, openBrowser, violationsOn } from './a-browser.ts';

describe.skipIf(chromiumPath === undefined)('the page of an answer link', () => {
  let browser: Browser;
  let ledger: Ledger;
  let server: RunningServer;
  beforeAll(async () => {
    [browser, ledger] = await Promise.all([openBrowser(), announcedLedger()]);
    const onFailure = (error: unknown) => expect.fail(String(error));
    const routes = answerRoutes({
      secret: async () => secret,
      now: () => noon,
      pollEvery: minutes(5),
      open: (work) => work({ ledger, policy: asking }),
      onFailure,
    });
    server = await serveRoutes(routes, { host: '127.0.0.1', port: 0 }, { option: '--answers', onFailure });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('cannot be framed by another page', async () => {
    const { keep = '' } = linksOf(undefined, { address: server.url });
    const page = await browser.newPage();
    await page.setContent(`<iframe src="${keep}"></iframe>`);
    await page.waitForLoadState('networkidle');
    const texts = await Promise.all(page.frames().map((frame) => frame.content()));
    expect(texts.join('')).not.toContain('If you confirm');
  });

  it('keeps the machine when a person fills it in and confirms, within its own policy', async () => {
    const { keep = '' } = linksOf(undefined, { address: server.url });
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(keep);
    expect(await page.getByRole('heading').textContent()).toBe('Keep it?');
    expect(await violationsOn(page)).toEqual([]);
    expect(await ledger.overrides(noon)).toEqual([]);
    await page.getByLabel('What it is needed for').fill('nightly training 🦊');
    await page.getByLabel('Your name').fill('eve');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Recorded' }).waitFor();
    expect(complaints).toEqual([]);
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'keep', purpose: 'nightly training 🦊', author: expect.stringMatching(/^eve, link/) },
    ]);
    await page.goBack();
    await page.reload();
    await page.getByRole('heading', { name: 'This link was already used' }).waitFor();
    expect(await ledger.overrides(noon)).toHaveLength(1);
  });
});
