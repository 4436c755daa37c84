import { Subject } from '../../model/ids.ts';
import { digestPart, fromToken, inToken, openToken, sealToken } from '../../model/sealed-token.ts';
import type { Instant } from '../../model/time/time.ts';

/** The answers that a link can give. None of them stops or deletes anything. */
const linkAnswers = ['keep', 'silence', 'deny', 'approve', 'believe'] as const;
export type LinkAnswer = (typeof linkAnswers)[number];

/** The one answer that a link can give. */
export type AnswerLink = {
  readonly answer: LinkAnswer;
  readonly subject: Subject;
  /**
   * A digest of the incident; for an approval, of the message that announced the action; for a belief, the time of its
   * message in milliseconds, up to which falls to 0 are believed.
   */
  readonly about: string;
  /** The route that the link was sent over. */
  readonly route: string;
  readonly expires: Instant;
};

/**
 * The result of checking a token: the link that it proves, with an id from which the token cannot be derived and
 * the visible part of that id; or why it proves none.
 */
export type AnswerCheck =
  | {
      readonly kind: 'valid';
      readonly link: AnswerLink;
      readonly id: string;
      readonly label: string;
    }
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

const purpose = 'swa1';

/** Returns the token of a link. Whoever has `secret` can give every answer that a link can give. */
export const answerToken = (secret: string, { answer, subject, about, route, expires }: AnswerLink): string =>
  sealToken(secret, purpose, [answer, inToken(subject), about, inToken(route)], expires);

/** Checks a token in constant time. */
export function readAnswerToken(secret: string, token: string, now: Instant): AnswerCheck {
  const opened = openToken(secret, purpose, token, now);
  if (opened.kind !== 'valid') return opened;
  const [written, subject, about, route] = opened.parts;
  const answer = linkAnswers.find((known) => known === written);
  if (answer === undefined || subject === undefined || about === undefined || route === undefined)
    return { kind: 'forged' };
  const link = {
    answer,
    about,
    subject: Subject.parse(fromToken(subject)),
    route: fromToken(route),
    expires: opened.expires,
  };
  const digest = digestPart(token);
  return { kind: 'valid', link, id: digest, label: digest.slice(0, 8) };
}

/** The purpose of form tokens, which are valid for as long as a person may take to fill in the form. */
const formPurpose = 'swf1';

/** Returns the token that only the page of a link has. Its form must contain it. */
export const formToken = (secret: string, link: string, expires: Instant): string =>
  sealToken(secret, formPurpose, [link], expires);

/** True if a form came from the page of this link, and has not expired. */
export function isFreshLinkForm(link: string, secret: string, token: string, now: Instant): boolean {
  const opened = openToken(secret, formPurpose, token, now);
  return opened.kind === 'valid' && opened.parts.length === 1 && opened.parts[0] === link;
}
