import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../lib/cli/main.ts';
import { sharedLedger } from '../../../lib/dashboard/shared-ledger.ts';
import { systemClock } from '../../../lib/jobs/system-clock.ts';
import { holdDirectory } from '../../../lib/service/ledger/hold-directory.ts';
import { holdLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { keptStream } from '../../support/commands/kept-stream.ts';
import type { FilledLedger } from '../../support/filled-ledger.ts';
import { isWhole } from '../../support/tier.ts';
import { watchedLedger } from '../watched-ledger.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await watchedLedger();
});
afterAll(() => filled.close());

/** Runs the command until the address is printed and `visit` is done. */
async function dashboard(
  given: readonly string[],
  visit: (address: string) => Promise<void> = async () => {},
) {
  const [stdout, stderr] = [new PassThrough(), keptStream()];
  const end = new AbortController();
  const printed = new Promise<string>((resolve) => {
    stdout.on('data', (text) => {
      const [address] = /http:\S+/.exec(String(text)) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  const { environment, data } = filled;
  const ran = main({
    arguments: ['dashboard', '--data', data, '--port', '0', ...given],
    environment,
    clock: systemClock,
    stdout,
    stderr,
    signal: end.signal,
  });
  const address = await Promise.race([printed, ran.then(() => null)]);
  if (address !== null) await visit(address);
  end.abort();
  return { code: await ran, stderr: stderr.text(), address };
}

const pageAt = async (address: string) => {
  const page = await fetch(address);
  const [cookie = ''] = page.headers.getSetCookie();
  const { origin } = new URL(address);
  return {
    page,
    get: (path: string) => fetch(`${origin}${path}`, { headers: { Cookie: cookie.split(';')[0] ?? '' } }),
  };
};

describe('spendwatch dashboard', () => {
  it('serves the ledger at the address that it prints, and ends when it is asked to', async () => {
    let overview: unknown;
    const { code, address, stderr } = await dashboard([], async (printed) => {
      const { get } = await pageAt(printed);
      overview = await (await get('/api/overview')).json();
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{22}$/);
    expect(overview).toMatchObject({ mayAct: false, machines: '3 VMs', counts: { projects: 1 } });
    expect([code, stderr]).toEqual([0, '']);
    await expect(fetch(address ?? '')).rejects.toThrow();
  });

  it('prints another token each time', async () => {
    const [one, other] = [await dashboard([]), await dashboard([])];
    expect(new URL(one.address ?? '').search).not.toBe(new URL(other.address ?? '').search);
  });

  it('accepts changes only where that is allowed', async () => {
    await dashboard(['--allow-actions'], async (address) => {
      const { page, get } = await pageAt(address);
      expect(await page.text()).toContain('name="act-token"');
      expect(await (await get('/api/overview')).json()).toMatchObject({ mayAct: true });
    });
  });

  it.each([
    [['--port', '99999'], 'whole number from 0 to 65535'],
    [['--refresh', 'often'], 'must be a duration'],
    [['--data', '/nowhere/at/all'], 'without a ledger'],
    [['--profile', 'finance'], 'requires a table: set --table'],
  ])('refuses %j with the reason', async (given, message) => {
    const { code, stderr, address } = await dashboard(given);
    expect(address).toBeNull();
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.runIf(isWhole())('reports that the port is taken', async () => {
    await dashboard([], async (address) => {
      const { code, stderr } = await dashboard(['--port', new URL(address).port]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('choose another one with --port')]);
    });
  });
});

describe('a ledger that several requests share', () => {
  it('is open as long as any request uses it', async () => {
    const ledger = sharedLedger({ kind: 'folder', data: filled.data, table: 'spendwatch' });
    const [first, second] = await Promise.all([
      ledger((it) => it.heads()),
      ledger(async (it) => (await it.heads()).length),
    ]);
    expect(first.length).toBe(second);
  });

  it('is opened again after a failure', async () => {
    const ledger = sharedLedger({ kind: 'folder', data: filled.data, table: 'spendwatch' });
    await expect(ledger(() => Promise.reject(new Error('once')))).rejects.toThrow('once');
    expect((await ledger((it) => it.heads())).length).toBeGreaterThan(0);
  });

  it('releases the folder once no request uses it', async () => {
    const folder = `${filled.folder}/own`;
    await (await holdLedger(folder, 'spendwatch')).close();
    const ledger = sharedLedger({ kind: 'folder', data: folder, table: 'spendwatch' });
    expect(await ledger((it) => it.heads())).toEqual([]);
    await expect
      .poll(() =>
        holdDirectory(folder)
          .then((release) => release())
          .then(
            () => 'free',
            () => 'held',
          ),
      )
      .toBe('free');
  });
});
