import { expect } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import type { RunningStack } from './deployed-stack.ts';
import { serveFunctionUrl } from './function-url.ts';
import { ledgerOf } from './ledger-of.ts';
import type { Moto } from './moto.ts';

type Following = {
  readonly moto: Moto;
  readonly stack: RunningStack;
  /** The messages, one of which offers to silence an alert. */
  readonly said: string;
};

/** Follows a link from a message to the function that a deployment has for it, as people, scanners and attackers do. */
export async function followLink({ moto, stack, said }: Following): Promise<void> {
  const ledger = ledgerOf(moto, stack);
  const address = await serveFunctionUrl(moto, stack, 'Answer');
  const authors = async () => (await ledger.overrides(systemClock.now())).map(({ author }) => author);
  const [url = '', path = ''] = /https:\/\/[\w.-]+(\/answer\/swa1\.silence\.[\w.-]+)/.exec(said) ?? [];
  expect(url).toBe(`${address.known.replace(/\/$/, '')}${path}`);
  const link = `${address.url}${path}`;
  const confirm = (to: string, fields: Record<string, string>) =>
    fetch(to, { method: 'POST', body: new URLSearchParams(fields) });
  try {
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page.text()) ?? [];
    expect((await confirm(link, {})).status).toBe(403);
    expect((await confirm(link.replace('.silence.', '.approve.'), { form })).status).toBe(403);
    expect(await authors()).toEqual([]);
    const done = await confirm(link, { form, name: 'eve' });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('are silenced')]);
    expect(await authors()).toEqual([expect.stringMatching(/^eve, link [\w-]{8} over slack$/)]);
    expect((await confirm(link, { form })).status).toBe(410);
    expect((await fetch(link)).status).toBe(410);
  } finally {
    address.close();
  }
}
