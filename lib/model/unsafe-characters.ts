/**
 * Characters that displayed text must not hold, since much of it comes from the cloud: control characters other than tab
 * and line feed, which terminals obey; marks that reorder text; invisible characters; and lone surrogates.
 */
export const unsafeCharacters =
  /[^\P{Cc}\t\n]|[\p{Cs}\p{Bidi_Control}\u200b\u2060\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** The minimum length of an API key that is hidden in texts: a shorter one may occur in ordinary words. */
export const shortestKey = 12;
