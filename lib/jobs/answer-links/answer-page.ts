import { formatZonedMinute, withLocalTimes } from '../../model/time/local-times.ts';
import type { Instant } from '../../model/time/time.ts';
import { capitalized, withStop } from '../../model/words.ts';
import type { LinkAnswer } from '../../notify/messages/answer-token.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import { type Html, html } from '../../routes/html.ts';
import { mailStyle, mailStyleSource } from '../../routes/mail-style.ts';
import type { PlannedOverride } from '../overrides/override-outcome.ts';
import { longestName } from './give-answer.ts';

/** The headers of every page, which forbid that it loads anything, is framed, sends a referrer or is cached. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${mailStyleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
} as const;

function page(title: string, body: Html | readonly Html[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - spendwatch</title>
${mailStyle}
</head>
<body>
<main class="card">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

const paragraphs = (lines: readonly string[]): readonly Html[] => lines.map((line) => html`<p>${line}</p>\n`);

const inFull = (text: string): string => withStop(oneLine(text, 1_000));

const questions: Readonly<Record<LinkAnswer, string>> = {
  keep: 'Keep it?',
  silence: 'Silence it?',
  deny: 'Deny it?',
  approve: 'Approve it?',
  believe: 'Are they idle indeed?',
};

type Field = { readonly name: string; readonly label: string; readonly most: number };
const reason: Field = { name: 'reason', label: 'Reason', most: 200 };
const fields: Readonly<Record<LinkAnswer, readonly Field[]>> = {
  keep: [
    { name: 'purpose', label: 'What it is needed for', most: 100 },
    { name: 'owner', label: 'Who needs it', most: 64 },
    reason,
  ],
  silence: [reason],
  deny: [reason],
  approve: [reason],
  believe: [reason],
};
const person: Field = { name: 'name', label: 'Your name', most: longestName };

/** Returns the page of a link, with the effect of its answer and the form that gives it. */
export function formPage(
  { says, remarks }: PlannedOverride,
  { answer, form, expires, zone }: { answer: LinkAnswer; form: string; expires: Instant; zone: string },
): string {
  const shownFields = [...fields[answer], person];
  return page(questions[answer], [
    html`<p>If you confirm: ${withLocalTimes(inFull(says), zone)}</p>\n`,
    ...paragraphs(remarks.map((remark) => inFull(withLocalTimes(remark, zone)))),
    html`<form method="post">
<input type="hidden" name="form" value="${form}">
${shownFields.map(
  ({ name, label, most }) =>
    html`<p><label>${label} (optional)<br><input name="${name}" maxlength="${most}" size="40" autocomplete="off"></label></p>\n`,
)}<p class="links"><button>Confirm</button></p>
</form>
<div class="footer"><p>Nothing has been recorded yet. The link works once, until ${formatZonedMinute(expires, zone)}.</p></div>`,
  ]);
}

/** Returns the page that confirms a recorded answer. */
export const donePage = ({ says, remarks, effective }: PlannedOverride, zone: string): string =>
  page('Recorded', [
    html`<p>${withLocalTimes(inFull(capitalized(says)), zone)}</p>\n`,
    ...paragraphs(remarks.map((remark) => inFull(withLocalTimes(remark, zone)))),
    html`<p>${
      effective === null
        ? 'Takes effect at the next poll.'
        : `Takes effect at the next poll, about ${formatZonedMinute(effective, zone)}.`
    }</p>\n`,
  ]);

/** Returns a page without a form. */
export const messagePage = (title: string, ...sentences: readonly string[]): string =>
  page(title, paragraphs(sentences.map(inFull)));
