import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessFrom } from '../../lib/dashboard/access.ts';
import { actionHeader } from '../../lib/dashboard/guard.ts';
import { containerDisk, withErasure } from '../support/erasing-vm.ts';
import { withdraw } from '../support/place.ts';
import { access, aDashboard, host, type TestDashboard } from './a-dashboard.ts';
import { hostile, type Lab, watchedLab } from './a-lab.ts';

let lab: Lab;
let dashboard: TestDashboard;
beforeAll(async () => {
  lab = await watchedLab();
  dashboard = await aDashboard(lab);
});
beforeEach(async () => {
  for (const { id } of await overrides()) await withdraw(lab.ledger, id);
});

const idle = 'project/lab/vm/train-7b';
const by = { author: 'ada', reason: 'a test', for: '1d', dryRun: false };
const keep = { asked: { what: 'keep', subject: idle }, ...by };
const overrides = () => lab.ledger.overrides(lab.now);

const erasingHeads = async () => (await lab.ledger.heads()).map((head) => withErasure(head, 'web'));

async function announced(): Promise<string> {
  const heads = await lab.ledger.heads();
  const alert = heads.flatMap(({ alerts }) => alerts).find(({ subject }) => subject.valueOf() === idle);
  return alert?.announcement?.message ?? '';
}

describe('a button has the effect of its command:', () => {
  it('it keeps a resource', async () => {
    const reply = await dashboard.post(keep);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      says: expect.stringContaining('train-7b in project lab is kept until'),
    });
    expect(await overrides()).toMatchObject([
      { kind: 'keep', subject: idle, author: 'ada', reason: 'a test' },
    ]);
  });

  it('it records who needs a resource and what for, which the page of the resource then shows', async () => {
    const asked = { what: 'keep', subject: idle, owner: 'eve', purpose: ' nightly training ' };
    expect((await dashboard.post({ ...keep, asked })).status).toBe(200);
    expect(await overrides()).toMatchObject([{ owner: 'eve', purpose: 'nightly training' }]);
    const page = await dashboard.json(`/api/subject?name=${encodeURIComponent(idle)}`);
    expect(page).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Owner', value: 'eve' },
        { name: 'Purpose', value: 'nightly training' },
      ]),
    });
    await dashboard.post({ ...keep, asked: { ...asked, owner: ' ', purpose: '' } });
    const [again] = await overrides();
    expect(again).not.toHaveProperty('owner');
    expect((await dashboard.post({ ...keep, asked: { ...asked, owner: 'a\nb' } })).status).toBe(400);
  });

  it.each(['approve', 'deny'] as const)('it answers an announcement: %s', async (what) => {
    const announcement = await announced();
    const reply = await dashboard.post({
      asked: { what, subject: idle, rule: 'forgotten machines', announcement },
      ...by,
      for: null,
    });
    expect(await reply.json()).toMatchObject({ says: expect.any(String) });
    expect(await overrides()).toMatchObject([
      { kind: 'answer', verdict: what === 'deny' ? 'denied' : 'approved', subject: idle, announcement },
    ]);
  });

  it('it does not answer an action that is no longer announced', async () => {
    const asked = {
      what: 'approve',
      subject: idle,
      rule: 'forgotten machines',
      announcement: 'an older one',
    };
    const reply = await dashboard.post({ asked, ...by, for: null });
    expect(reply.status).toBe(409);
    expect(await overrides()).toEqual([]);
  });

  it('it silences, pauses and orders, and revokes each of these', async () => {
    const asks = [
      { what: 'silence', rule: 'forgotten machines', subject: idle },
      { what: 'stop', subject: 'project/lab/vm/web' },
      { what: 'pause', subject: null },
    ];
    for (const asked of asks) expect((await dashboard.post({ asked, ...by })).status, asked.what).toBe(200);
    expect(new Set((await overrides()).map(({ kind }) => kind))).toEqual(
      new Set(['silence', 'pause', 'order']),
    );
    for (const { id } of await overrides())
      expect((await dashboard.post({ asked: { what: 'revoke', id }, ...by, for: null })).status).toBe(200);
    expect(await overrides()).toEqual([]);
  });

  it('it orders a stop that erases something only where the loss is named', async () => {
    const { ledger } = lab;
    const erasing = await aDashboard({ ...lab, ledger: { ...ledger, heads: erasingHeads } });
    const stop = { what: 'stop', subject: 'project/lab/vm/web' };
    const foreseen = await erasing.post({ asked: stop, ...by, dryRun: true });
    expect(await foreseen.json()).toMatchObject({ erases: containerDisk });
    expect((await erasing.post({ asked: stop, ...by })).status).toBe(409);
    expect(await overrides()).toEqual([]);
    expect((await erasing.post({ asked: { ...stop, erases: containerDisk }, ...by })).status).toBe(200);
    expect(await overrides()).toMatchObject([{ kind: 'order', erases: containerDisk }]);
  });

  it('it pauses one project', async () => {
    await dashboard.post({ asked: { what: 'pause', subject: 'project/lab' }, ...by });
    expect(await overrides()).toMatchObject([{ kind: 'pause', project: 'lab' }]);
  });

  it('it only previews the effect where that is requested', async () => {
    const reply = await dashboard.post({ ...keep, reason: '', dryRun: true });
    expect(await reply.json()).toMatchObject({ says: expect.stringContaining('is kept') });
    expect(await overrides()).toEqual([]);
  });

  it('it keeps a resource whose name looks like a script', async () => {
    await dashboard.post({ ...keep, asked: { what: 'keep', subject: `project/lab/vm/${hostile}` } });
    expect(await overrides()).toMatchObject([{ kind: 'keep', subject: `project/lab/vm/${hostile}` }]);
  });

  it.each([
    ['a VM', idle],
    ['everything', '*'],
  ])('it shows a keep of %s at once, also on the page of the VM', async (_, subject) => {
    await dashboard.post({ ...keep, asked: { what: 'keep', subject } });
    const shown = { overrides: [{ kind: 'keep', author: 'ada' }] };
    expect(await dashboard.json('/api/alerts')).toMatchObject(shown);
    expect(await dashboard.json(`/api/subject?name=${idle}`)).toMatchObject(shown);
  });

  it('it shows a pause of the project on the page of a VM', async () => {
    await dashboard.post({ ...keep, asked: { what: 'pause', subject: 'project/lab' } });
    expect(await dashboard.json(`/api/subject?name=${idle}`)).toMatchObject({
      overrides: [{ kind: 'pause' }],
    });
  });
});

describe('a request of a button is refused with', () => {
  it.each([
    ['no author', { ...keep, author: ' ' }],
    ['no reason', { ...keep, reason: '' }],
    ['an invalid time', { ...keep, for: 'soon' }],
    ['an endless time', { ...keep, for: '400d' }],
    ['a line break in a name', { ...keep, author: 'ada\nroot' }],
    ['an unknown action', { ...keep, asked: { what: 'terminate', subject: idle } }],
    ['a field too many', { ...keep, extra: 1 }],
    ['a body that is not JSON', '{'],
    ['a body that is not an object', '[]'],
  ])('%s', async (_, body) => {
    const reply = await dashboard.post(body);
    expect(reply.status).toBe(400);
    expect(await overrides()).toEqual([]);
  });

  it('an unknown subject', async () => {
    const reply = await dashboard.post({
      ...keep,
      asked: { what: 'keep', subject: 'project/lab/vm/nobody' },
    });
    expect(reply.status).toBe(409);
    expect(await reply.json()).toEqual({ because: expect.stringContaining('Unknown subject') });
  });

  it('a body larger than a page would send', async () => {
    expect((await dashboard.post({ ...keep, reason: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

describe('a change that another page requests is refused', () => {
  it.each([
    ['without the cookie', { Cookie: undefined }, 401],
    ['without the token', { [actionHeader]: undefined }, 403],
    ['with the token of the cookie', { [actionHeader]: access.session }, 403],
    ['with the token of another process', { [actionHeader]: accessFrom('other').actToken }, 403],
    ['from another origin', { Origin: 'https://evil.example' }, 403],
    ['from another port of this machine', { Origin: 'http://127.0.0.1:9999' }, 403],
    ['from a page without an origin', { Origin: 'null' }, 403],
    ['without an origin', { Origin: undefined }, 403],
    ['that the browser marks as from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['that the browser marks as from another port', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['as plain text', { 'Content-Type': 'text/plain' }, 415],
    ['by another name', { Host: 'evil.example', Origin: 'http://evil.example' }, 421],
  ])('%s', async (_, headers, status) => {
    expect((await dashboard.post(keep, headers)).status).toBe(status);
    expect(await overrides()).toEqual([]);
  });

  it('while one of the dashboard’s own pages is accepted under any of its names', async () => {
    const headers = {
      Host: 'localhost:4000',
      Origin: 'http://localhost:4000',
      'Sec-Fetch-Site': 'same-origin',
    };
    expect((await dashboard.post(keep, headers)).status).toBe(200);
  });
});

it('the dashboard has no buttons and accepts no changes by default', async () => {
  const reader = await aDashboard(lab, { mayAct: false });
  expect((await reader.post(keep)).status).toBe(404);
  expect(await overrides()).toEqual([]);
  expect(await reader.json('/api/overview')).toMatchObject({ mayAct: false });
  const invited = await reader.app.request(`/?token=${access.token}`, { headers: { Host: host } });
  expect(await invited.text()).not.toContain(access.actToken);
});
