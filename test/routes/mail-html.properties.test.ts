import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildMessageDocument } from '../../lib/notify/messages/message.ts';
import { mailHtml } from '../../lib/routes/email/mail-html.ts';
import { anyMessage, anyZone } from '../notify/messages/any-message.ts';
import { runs } from '../support/tier.ts';

const dashboard = 'https://spend.example.com';
/** Every tag that an e-mail may hold, with every attribute that it may have. */
const tags =
  /<\/?(?:html|head|title|style|body|div|p|h1|h2|ul|li|b|a|span|table|caption|tr|th|td|dl|dt|dd|code)(?: (?:lang="en"|role="(?:main|img)"|scope="row"|class="[a-z ]+"|style="(?:height|width):\d{1,3}(?:px|%)"|aria-label="up to [\d.,]+ USD\/h"|href="https:\/\/spend\.example\.com\/[^"<>\s]*"))*>/g;
const head =
  /^<!doctype html>\n<html lang="en">\n<head>\n(?:<meta [a-z-]+="[^"<>]+"(?: content="[^"<>]+")?>\n)+/;

it('whatever a message says, an e-mail holds no markup but that of its template', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const html = mailHtml(buildMessageDocument(message, { zone, dashboard }));
      expect(html).toMatch(head);
      const text = html
        .replace(head, '')
        .replace(/<style>[^<>]*<\/style>/, '')
        .replace(tags, '');
      expect(text).not.toMatch(/[<>"']/);
      expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
      expect(html.match(/<style>/g)).toHaveLength(1);
      expect(html).not.toMatch(/url\(|@import|<(?:img|script|link|iframe|object|svg)/);
      expect(html.length).toBeLessThan(250_000);
    }),
    runs(300),
  );
});
