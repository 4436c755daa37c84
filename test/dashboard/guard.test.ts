import { beforeAll, describe, expect, it } from 'vitest';
import { accessFrom } from '../../lib/dashboard/access.ts';
import { cookieName } from '../../lib/dashboard/guard.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { access, aDashboard, host, port, type TestDashboard } from './a-dashboard.ts';
import { watchedLab } from './a-lab.ts';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await aDashboard(await watchedLab());
});

const asked = (path: string, headers: Record<string, string>, method = 'GET') =>
  dashboard.app.request(path, { method, headers });

const answers = [
  '/api/overview',
  '/api/inventory',
  '/api/alerts',
  '/api/unwatched',
  '/api/spend',
  '/api/use?project=lab',
  '/api/points?name=project/lab/vm/web',
  '/api/subject?name=lab/web',
] as const;
const pages = ['/', '/inventory', '/alerts', '/subject?name=lab', '/unwatched'] as const;

describe('the host names that the dashboard answers to', () => {
  it.each([`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])(
    '%s',
    async (name) => {
      expect((await dashboard.get('/api/overview', { Host: name })).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1.evil.example:${port}`,
    '',
  ])('do not include "%s", even with the cookie', async (name) => {
    const reply = await dashboard.get('/api/overview', { Host: name });
    expect(reply.status).toBe(421);
    expect(await reply.text()).not.toContain('lab');
  });

  it('do not include an absent name', async () => {
    expect((await asked('/', {})).status).toBe(421);
  });
});

describe('access', () => {
  it.each([...answers, '/api/live'])('is refused without the cookie: %s', async (path) => {
    expect((await asked(path, { Host: host })).status).toBe(401);
  });

  it.each(pages)('to a page without the cookie shows what to do, and no figure: %s', async (path) => {
    const reply = await asked(path, { Host: host });
    expect(reply.status).toBe(401);
    expect(await reply.text()).toContain('Not signed in');
  });

  it('and pages and replies name commands as they run here', async () => {
    const ledger = () => Promise.reject(new LedgerError('spendwatch runs, and spendwatch recover resets it'));
    const command = 'npx --no-install spendwatch';
    const { app, json } = await aDashboard(await watchedLab(), { command, ledger });
    const page = await app.request('/', { headers: { Host: host } });
    expect(await page.text()).toContain('<code>npx --no-install spendwatch dashboard</code>');
    expect(await json('/api/overview')).toEqual({
      because: 'spendwatch runs, and npx --no-install spendwatch recover resets it',
    });
  });

  it.each(['wrong', '', access.session, access.actToken])(
    'is refused with another token: "%s"',
    async (token) => {
      const reply = await asked(`/?token=${token}`, { Host: host });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('Set-Cookie')).toBeNull();
    },
  );

  it('is refused with the cookie of another process', async () => {
    const other = accessFrom('another-token').session;
    const reply = await asked('/api/overview', { Host: host, Cookie: `${cookieName(port)}=${other}` });
    expect(reply.status).toBe(401);
  });

  it('is granted by the printed address, with a cookie that scripts cannot read and other sites can only open pages with', async () => {
    const reply = await asked(`/?token=${access.token}`, { Host: host });
    expect(reply.status).toBe(200);
    const cookie = reply.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toContain(access.token);
    const [pair = ''] = cookie.split(';');
    expect((await asked('/api/overview', { Host: host, Cookie: pair })).status).toBe(200);
  });

  it('includes the token for actions only by the printed address, since other ports see the cookie', async () => {
    const invited = await (await asked(`/?token=${access.token}`, { Host: host })).text();
    expect(invited).toContain(access.actToken);
    expect(await (await dashboard.get('/')).text()).not.toContain(access.actToken);
  });
});

describe('every reply has the header', () => {
  it.each([...pages, ...answers, '/page.js', '/page.css', '/icon.svg', '/nothing-here'])(
    '%s',
    async (path) => {
      const { headers } = await dashboard.get(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  it.each([...pages, ...answers])('that forbids storing it: %s', async (path) => {
    expect((await dashboard.get(path)).headers.get('Cache-Control')).toBe('no-store');
  });
});

it('answers an unknown address with a page that says so, and one of its data with JSON', async () => {
  for (const [path, type] of [
    ['/nowhere', 'text/html'],
    ['/api/nowhere', 'application/json'],
  ] as const) {
    const { status, headers } = await dashboard.get(path);
    expect([status, headers.get('Content-Type')], path).toEqual([404, expect.stringContaining(type)]);
  }
});

it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
  'the dashboard accepts no %s but that of its buttons',
  async (method) => {
    const cookie = `${cookieName(port)}=${access.session}`;
    for (const path of [...pages, ...answers])
      expect((await asked(path, { Host: host, Cookie: cookie }, method)).status, path).toBe(404);
  },
);

it('the reply to an unexpected error shows only that there was one', async () => {
  const broken = await aDashboard(await watchedLab(), {
    ledger: async () => {
      throw new TypeError('secret /home/someone');
    },
  });
  const reply = await broken.get('/api/overview');
  expect(reply.status).toBe(500);
  expect(await reply.text()).not.toContain('secret');
  expect(reply.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(broken.bugs).toEqual([new TypeError('secret /home/someone')]);
});
