import fc from 'fast-check';
import type * as z from 'zod';
import { ResourceKind } from '../../../lib/model/facts/resource.ts';
import { MessageId, RuleName, Subject, TargetId } from '../../../lib/model/ids.ts';
import { money, StoredMoney, StoredPrice } from '../../../lib/model/money/money.ts';
import { Severity } from '../../../lib/model/severity.ts';
import { Instant, instant, minutes, Span } from '../../../lib/model/time/time.ts';
import { type Message, Notification } from '../../../lib/state/notification.ts';
import { arbitraryOf } from '../../support/arbitrary-of.ts';

/** Text as a cloud could send it: any code unit, halves of characters, terminal codes, great length. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(' ', '\n', '\u001b]0;x\u0007', '\u202e', '\ud800', 'x'.repeat(5_000), '\ufdfa'.repeat(500)),
  fc.constantFrom(
    '<script>x</script>',
    '"><img src=x onerror=x>',
    "' style='x",
    '</style>',
    '&lt;b&gt;',
    '<!--',
  ),
);
const subject = fc
  .oneof(
    fc
      .tuple(fc.constantFrom('project', 'account', 'group'), anyText)
      .map(([kind, name]) => `${kind}/${name}`),
    fc
      .tuple(anyText, fc.constantFrom(...ResourceKind.options), anyText)
      .map(([project, kind, id]) => `project/${project}/${kind}/${id}`),
  )
  .map((text) => Subject.parse(text));
export const anyAt = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => instant(date.getTime()));
/** Any figure that the cloud's decimals can hold, down to fractions and up to a hundred digits. */
const decimal = (least: number) =>
  fc
    .tuple(fc.integer({ min: least, max: 1_000_000 }), fc.integer({ min: -99, max: 99 }))
    .map(([digits, exponent]) => money(`${digits}e${exponent}`).toFixed());

/** Every kind of notification, from its schema: an added kind is included by itself. */
const likely = new Map<z.ZodType, fc.Arbitrary<unknown>>([
  [Subject, subject],
  [Instant, anyAt],
  [Span, fc.integer({ min: 0, max: 1e6 }).map(minutes)],
  [TargetId, anyText.map((name) => TargetId.parse(`project/${name}`))],
  [RuleName, anyText],
  [MessageId, anyText],
  [StoredMoney, decimal(-1_000_000)],
  [StoredPrice, decimal(0)],
]);
export const anyNotification = arbitraryOf(Notification, likely);
export const anyMessage: fc.Arbitrary<Message> = fc.record({
  id: anyText.map((text) => MessageId.parse(text)),
  at: anyAt,
  severity: fc.constantFrom(...Severity.options),
  notifications: fc.array(anyNotification, { minLength: 1, maxLength: 40 }),
  delivered: fc.constant([]),
});
export const anyZone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Pacific/Apia');
