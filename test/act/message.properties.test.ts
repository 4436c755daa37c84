import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderMessage } from '../../lib/act/message.ts';
import { MessageId, RuleName, Subject } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money.ts';
import type { Message, NextStep, Notice } from '../../lib/model/notice.ts';
import { periodAt } from '../../lib/model/period.ts';
import { instant, minutes } from '../../lib/model/time.ts';

/** Text as a cloud could send it: any code unit, halves of characters, terminal codes, great length. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(' ', '\n', '\u001b]0;x\u0007', '\u202e', '\ud800', 'x'.repeat(5_000), '\ufdfa'.repeat(500)),
);
const subject = fc
  .oneof(
    fc.tuple(anyText).map(([project]) => `project/${project}`),
    fc.tuple(anyText).map(([account]) => `account/${account}`),
    fc
      .tuple(anyText, fc.constantFrom('vm', 'machine', 'volume'), anyText)
      .map(([project, kind, id]) => `project/${project}/${kind}/${id}`),
  )
  .map((text) => Subject.parse(text));
const at = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => instant(date.getTime()));
/** Any figure that the cloud's decimals can hold, down to fractions and up to a hundred digits. */
const decimalText = (least: number) =>
  fc
    .tuple(fc.integer({ min: least, max: 1_000_000 }), fc.integer({ min: -99, max: 99 }))
    .map(([digits, exponent]) => `${digits}e${exponent}`);
const amount = decimalText(-1_000_000).map(money);
const price = decimalText(0).map(hourlyPrice);
const span = fc.integer({ min: 0, max: 1e6 }).map(minutes);
const count = fc.nat(100_000);
const about = { subject, rule: anyText.map((text) => RuleName.parse(text)), because: anyText };
const next: fc.Arbitrary<NextStep> = fc.oneof(
  fc.record({ kind: fc.constant('stop' as const), after: span }),
  fc.record({ kind: fc.constant('would-stop' as const), after: span }),
  fc.record({ kind: fc.constant('nothing' as const), because: anyText }),
);

/** Every kind of notice; a kind that is added has no place here until it is given one. */
const notices: { [Kind in Notice['kind']]: fc.Arbitrary<Extract<Notice, { kind: Kind }>> } = {
  'budget-crossed': fc.record({
    kind: fc.constant('budget-crossed' as const),
    ...about,
    threshold: fc.integer({ min: 1, max: 1_000 }),
    basis: fc.constantFrom('reported' as const, 'projected' as const),
    spent: amount,
    limit: amount,
    period: at.map((start) => periodAt('month', start, 'Europe/London')),
    asOf: at,
    burnRate: price,
    drivers: fc.array(fc.record({ subject, price, what: anyText }), { maxLength: 20 }),
  }),
  'idle-found': fc.record({
    kind: fc.constant('idle-found' as const),
    ...about,
    since: at,
    price: fc.option(price),
    next,
  }),
  'idle-over': fc.record({ kind: fc.constant('idle-over' as const), ...about }),
  'stop-confirmed': fc.record({
    kind: fc.constant('stop-confirmed' as const),
    ...about,
    stoppedAt: at,
    stillBilled: fc.option(price),
  }),
  'stop-not-done': fc.record({ kind: fc.constant('stop-not-done' as const), ...about }),
  'caps-held': fc.record({
    kind: fc.constant('caps-held' as const),
    ...about,
    wanted: count,
    allowed: count,
  }),
};
const message: fc.Arbitrary<Message> = fc.record({
  id: anyText.map((text) => MessageId.parse(text)),
  at,
  severity: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
  notice: fc.oneof(...Object.values(notices)),
  delivered: fc.constant([]),
});
const zone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Pacific/Apia');

it('whatever the names are, the subject is one that SNS takes', () => {
  fc.assert(
    fc.property(message, zone, (anyMessage, anyZone) => {
      const { subject: line } = renderMessage(anyMessage, anyZone);
      expect(line).toMatch(/^[!-~][ -~]{0,98}$/);
    }),
    { numRuns: 1_000 },
  );
});

it('whatever the names are, the body is bounded text without controls or broken characters', () => {
  fc.assert(
    fc.property(message, zone, (anyMessage, anyZone) => {
      const { body } = renderMessage(anyMessage, anyZone);
      expect(body).not.toMatch(/[\p{Bidi_Control}\p{Cs}]|(?!\n)\p{Cc}/u);
      expect(new TextEncoder().encode(body).length).toBeLessThan(32_000);
      expect(body.split('\n').length).toBeLessThan(40);
    }),
    { numRuns: 1_000 },
  );
});

it('no message ever claims that stopping saves money', () => {
  fc.assert(
    fc.property(fc.oneof(...Object.values(notices)), at, (notice, when) => {
      const plain = {
        ...notice,
        because: 'because',
        rule: RuleName.parse('rule'),
        subject: Subject.parse('project/p/vm/v'),
      };
      const { subject: line, body } = renderMessage(
        { id: MessageId.parse('id'), at: when, severity: 'info', notice: plain, delivered: [] },
        'UTC',
      );
      const claims = `${line}\n${body}`.match(/[^.\n]*\bsav(?:e|es|ed|ing|ings)\b[^.\n]*/gi) ?? [];
      expect(claims.every((claim) => claim.includes('saves nothing'))).toBe(true);
    }),
  );
});
