import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { runs } from '../../support/tier.ts';
import { anyAt, anyMessage, anyNotification, anyZone } from './any-message.ts';

it('SNS accepts the subject line, whatever the names are', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const { subject: line } = renderMessage(message, { zone });
      expect(line).toMatch(/^[!-~][ -~]{0,98}$/);
    }),
    runs(300),
  );
});

it('the body is bounded text without control characters or broken characters, whatever the names are', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const { body } = renderMessage(message, { zone });
      expect(body).not.toMatch(/[\p{Bidi_Control}\p{Cs}]|(?!\n)\p{Cc}/u);
      expect(new TextEncoder().encode(body).length).toBeLessThan(64_000);
      expect(body.split('\n').length).toBeLessThan(500);
    }),
    runs(300),
  );
});

it('no message ever claims that stopping saves money', () => {
  fc.assert(
    fc.property(anyNotification, anyAt, (told, when) => {
      const plain = {
        ...told,
        because: 'because',
        rule: RuleName.parse('rule'),
        subject: Subject.parse('project/p/vm/v'),
      };
      const { subject: line, body } = renderMessage(
        { id: MessageId.parse('id'), at: when, severity: 'info', notifications: [plain], delivered: [] },
        { zone: 'UTC' },
      );
      const claims =
        `${line}. ${body.replace(/\s+/g, ' ')}`.match(/[^.]*\bsav(?:e|es|ed|ing|ings)\b[^.]*/gi) ?? [];
      expect(claims.every((claim) => claim.includes('saves nothing'))).toBe(true);
    }),
  );
});
