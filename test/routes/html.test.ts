import { expect, it } from 'vitest';
import { html } from '../../lib/routes/html.ts';

it('escapes every text, and no template', () => {
  const name = '<b title="x">\'&amp;';
  expect(html`<p>${name}</p>${[html`<i>${1}</i>`, html`${name}`]}`.text).toBe(
    '<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;</p><i>1</i>&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;',
  );
});
