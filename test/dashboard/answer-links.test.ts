import { describe, expect, it } from 'vitest';
import { minutes } from '../../lib/model/time/time.ts';
import { announcedLedger, asking, formOf, linksOf, secret } from '../jobs/answer-links/a-link.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aDashboard } from './a-dashboard.ts';

const address = 'http://answers.example.com:4000';
const { keep = '' } = linksOf(undefined, { address });

async function aServer() {
  const ledger = await announcedLedger();
  const failures: unknown[] = [];
  const { app } = await aDashboard(
    { ledger, policy: asking, now: noon },
    {
      answers: {
        secret: async () => secret,
        now: () => noon,
        pollEvery: minutes(5),
        open: (work) => work({ ledger, policy: asking }),
        onFailure: (error) => failures.push(error),
      },
    },
  );
  const ask = (url: string, init?: RequestInit) =>
    app.request(url, { ...init, headers: { Host: new URL(url).host, ...init?.headers } });
  return { ledger, ask, failures };
}

describe('the port of the dashboard', () => {
  it('serves an answer link without a token of the dashboard, under any host name, and nothing else', async () => {
    const { ask, ledger } = await aServer();
    const page = await ask(keep);
    expect(page.status).toBe(200);
    expect(page.headers.get('set-cookie')).toBe(null);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect((await ask(`${address}/`)).status).toBe(421);
    expect((await ask(`${address}/api/overview`)).status).toBe(421);
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('carries out what the form of that page confirms', async () => {
    const { ask, ledger } = await aServer();
    const body = new URLSearchParams({ form: formOf(keep), purpose: 'nightly training' });
    expect((await ask(keep, { method: 'POST', body })).status).toBe(200);
    expect(await ledger.overrides(noon)).toMatchObject([{ kind: 'keep', purpose: 'nightly training' }]);
  });

  it('refuses a large form, and answers HEAD without a body', async () => {
    const { ask, ledger } = await aServer();
    const body = new URLSearchParams({ form: formOf(keep), reason: 'x'.repeat(20_000) });
    expect((await ask(keep, { method: 'POST', body })).status).toBe(413);
    const head = await ask(keep, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('serves no answer links where no secret is set', async () => {
    const ledger = await announcedLedger();
    const { get } = await aDashboard({ ledger, policy: asking, now: noon });
    expect((await get(new URL(keep).pathname)).status).toBe(404);
  });
});
