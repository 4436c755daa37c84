import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { inToken, sealToken } from '../../../lib/model/sealed-token.ts';
import { days, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { answerToken, readAnswerToken } from '../../../lib/notify/messages/answer-token.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { runs } from '../../support/tier.ts';
import { anAlert, fleet, ledgerWith, train } from '../overrides/a-fleet.ts';
import {
  aBrowser,
  address,
  announcedLedger,
  announcement,
  formOf,
  linksOf,
  ofTrain,
  route,
  secret,
  writtenIn,
} from './a-link.ts';

const links = linksOf();
const { keep = '', deny = '' } = links;
const token = keep.slice(`${address}/answer/`.length);
const form = 'application/x-www-form-urlencoded';

/** Runs an attack, which must leave the ledger unchanged. */
async function nothingFrom<T>(attack: (browser: ReturnType<typeof aBrowser>, ledger: Ledger) => Promise<T>) {
  const ledger = await announcedLedger();
  const before = await writtenIn(ledger);
  const answer = await attack(aBrowser({ ledger }), ledger);
  expect(await writtenIn(ledger)).toEqual(before);
  for (const url of Object.values(links)) {
    const check = readAnswerToken(secret, url.slice(`${address}/answer/`.length), noon);
    expect(check.kind === 'valid' && (await ledger.linkUse(check.id))).toBe(undefined);
  }
  return answer;
}

describe('a link records nothing when it is fetched by', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'post'])('%s', async (method) => {
    const body = new URLSearchParams({ form: formOf(keep) }).toString();
    const answers = await nothingFrom((browser) =>
      Promise.all(
        Object.values(links).map((url) => browser.ask(method, url, body, { 'content-type': form })),
      ),
    );
    const status = method === 'GET' || method === 'HEAD' ? 200 : 405;
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    if (method === 'HEAD') expect(answers.map((answer) => answer.body).join('')).toBe('');
  });
});

describe('a token', () => {
  it('is refused with any byte changed, left out or added, before the ledger is read', async () => {
    const silent = new Proxy({} as Ledger, {
      get: () => expect.fail('the ledger was read for a forged link'),
    });
    const { ask } = aBrowser({ ledger: silent });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
        fc.constantFrom('changed', 'dropped', 'added'),
        async (index, character, how) => {
          fc.pre(how !== 'changed' || token[index] !== character);
          const rest = token.slice(how === 'added' ? index : index + 1);
          const forged = `${token.slice(0, index)}${how === 'dropped' ? '' : character}${rest}`;
          fc.pre(forged !== token);
          expect(readAnswerToken(secret, forged, noon).kind).toBe('forged');
          const { status } = await ask('POST', `${address}/answer/${encodeURIComponent(forged)}`);
          expect([403, 404]).toContain(status);
        },
      ),
      runs(500),
    );
  });

  const link = {
    answer: 'keep',
    subject: train,
    about: 'a'.repeat(22),
    route,
    expires: later(noon, days(7)),
  } as const;
  const own = answerToken(secret, link).split('.');
  it.each([
    ['the answer', 1, 'approve'],
    ['the machine', 2, inToken('project/lab/vm/box')],
    ['the alert', 3, 'b'.repeat(22)],
    ['the route', 4, inToken('email')],
    ['the end', 5, '9999999999'],
    ['its purpose', 0, 'swf1'],
  ])('is refused with another value for %s', (_, part, value) => {
    expect(readAnswerToken(secret, own.join('.'), noon)).toMatchObject({ kind: 'valid', link });
    const forged = own.with(part, value).join('.');
    expect(readAnswerToken(secret, forged, noon)).toEqual({ kind: 'forged' });
  });

  it('of another purpose or of another secret is refused', () => {
    const holder = { provider: 'keep', machine: train, expires: link.expires };
    for (const other of [
      mintToken(secret, holder),
      sealToken(secret, 'swf1', ['keep', inToken(train), link.about, inToken(route)], link.expires),
      sealToken(secret, 'swa1', ['stop', inToken(train), link.about, inToken(route)], link.expires),
      sealToken(secret, 'swa1', ['keep', inToken(train)], link.expires),
      answerToken(`${secret}.`, link),
      answerToken('', link),
      '',
      '.',
      'a'.repeat(100_000),
      `swa1${'.a'.repeat(1_900)}.1.a`,
    ])
      expect(readAnswerToken(secret, other, noon)).toEqual({ kind: 'forged' });
  });

  it('is valid until it expires, and no longer valid at that moment', async () => {
    const end = later(announcement.at, days(7));
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const last = aBrowser({ ledger, now: later(end, milliseconds(-1_000)) });
    expect(await last.open(keep)).toMatchObject({ status: 200 });
    const over = aBrowser({ ledger, now: end });
    expect(await over.open(keep)).toMatchObject({ status: 410 });
    expect(await over.confirm(keep)).toMatchObject({
      status: 410,
      body: expect.stringContaining('has expired'),
    });
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it.each(['研究-🦊', 'Ü & <b>"x"</b>', '\u202egpj.exe', '..', 'a b', 'l'.repeat(200)])(
    'names a machine called %j completely, and its page shows no part of the name as markup',
    async (name) => {
      const subject = Subject.parse(`project/lab/vm/${name}`);
      const { silence = '' } = linksOf(ofTrain({ subject, next: { kind: 'nothing', because: '' } }));
      expect(silence).toMatch(/^[\w:/.-]+$/);
      const check = readAnswerToken(secret, silence.slice(`${address}/answer/`.length), noon);
      expect(check).toMatchObject({ kind: 'valid', link: { subject } });
      const ledger = await ledgerWith(fleet({ alerts: [anAlert({ subject })] }));
      const { body } = await aBrowser({ ledger }).open(silence);
      expect(body).not.toContain('<b>');
      expect(body).not.toContain('\u202e');
    },
  );
});

describe('a confirmation', () => {
  const fields = (given: string) => new URLSearchParams({ form: given }).toString();
  it.each([
    ['without a form', '', 403],
    ['with an empty form', fields(''), 403],
    ['with the form of another link', fields(formOf(deny)), 403],
    ['with the form of another secret', fields(formOf(keep, later(noon, hours(1)), `${secret}.`)), 403],
    ['with a form that is too old', fields(formOf(keep, noon)), 403],
    ['with the link as its form', fields(token), 403],
    ['with its form given twice, the right one last', `form=x&${fields(formOf(keep))}`, 403],
    ['that is too large', `${fields(formOf(keep))}&reason=${'x'.repeat(9_000)}`, 413],
    ['with a reason that is too long', `${fields(formOf(keep))}&reason=${'x'.repeat(201)}`, 400],
    ['with bytes that are not text', `${fields(formOf(keep))}&reason=%00%ff%0a`, 400],
  ])('%s records nothing', async (_, body, status) => {
    const answer = await nothingFrom((browser) => browser.ask('POST', keep, body, { 'content-type': form }));
    expect(answer).toMatchObject({ status });
  });

  it.each(['', 'application/json', 'text/plain', 'multipart/form-data; boundary=x', `${form}x`])(
    'of the type %j records nothing',
    async (type) => {
      const body = fields(formOf(keep));
      const answer = await nothingFrom((browser) =>
        browser.ask('POST', keep, body, type === '' ? {} : { 'content-type': type }),
      );
      expect(answer).toMatchObject({ status: 415 });
    },
  );

  it.each(['cross-site', 'same-site', 'none'])('from another site (%s) records nothing', async (site) => {
    const answer = await nothingFrom((browser) =>
      browser.send(keep, { form: formOf(keep) }, { 'sec-fetch-site': site }),
    );
    expect(answer).toMatchObject({ status: 403 });
  });

  it('may contain text in any script, shown as text', async () => {
    const ledger = await announcedLedger();
    const done = await aBrowser({ ledger }).confirm(keep, { reason: '训练 🦊 <script>', name: 'Zoë' });
    expect(done).toMatchObject({ status: 200 });
    expect(done.body).not.toContain('<script>');
    expect(await ledger.overrides(noon)).toMatchObject([{ reason: '训练 🦊 <script>' }]);
  });
});

describe('a page', () => {
  it('is not framed, loads nothing, is not stored and sends no referrer', async () => {
    const ledger = await announcedLedger();
    const { ask, confirm } = aBrowser({ ledger });
    for (const page of [
      await ask('GET', keep),
      await ask('GET', `${address}/answer/x`),
      await ask('GET', `${address}/`),
      await confirm(keep),
      await confirm(keep),
    ]) {
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
      const policy = page.headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(page.body).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|https?:/);
      expect(page.body).not.toContain(secret);
    }
  });

  it.each(['/answer/', '/answer', '/', '/answer/a/b', '/answer/%2e%2e', '/api/ask'])(
    'does not exist at %s',
    async (path) => {
      const answer = await nothingFrom((browser) => browser.ask('POST', `${address}${path}`));
      expect([403, 404]).toContain(answer.status);
    },
  );
});

it('a link never stops, starts or deletes, and is not offered where a name would match others', () => {
  const all = Object.keys({ ...links, ...linksOf(ofTrain({ next: { kind: 'nothing', because: '' } })) });
  expect(all.toSorted()).toEqual(['approve', 'deny', 'keep', 'silence']);
  expect(linksOf(ofTrain({ subject: Subject.parse('project/lab/vm/*') }))).toEqual({});
  expect(linksOf(ofTrain({ subject: Subject.parse('project/lab/vm/train-?') }))).toEqual({});
});

it('each route has its own links, and equal messages have equal ones', () => {
  expect(linksOf()).toEqual(links);
  const others = linksOf(ofTrain(), { route: 'email' });
  expect(Object.values(others).filter((url) => Object.values(links).includes(url))).toEqual([]);
  const next = linksOf(ofTrain(), {}, { ...announcement, at: later(announcement.at, minutes(60)) });
  expect(next.keep).not.toBe(keep);
});
