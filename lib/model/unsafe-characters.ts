/**
 * What a text that people read must not hold, since much of it comes from the cloud: controls other than tab and line
 * feed (a terminal obeys them), marks that reorder what is read, characters nobody sees, halves of characters.
 */
export const unsafeCharacters = /[^\P{Cc}\t\n]|[\p{Cs}\p{Bidi_Control}\u200b\u2060\ufeff\ufffe\uffff]/gu;
