import { parse } from 'yaml';

const suchAs = /such as ((?:- )?[[{].*[\]}]|[^,]+?)(?=,| or |$)/g;

/** The values that a phrase gives as examples: "a time such as 24h, or never" has "24h". */
export const examplesIn = (phrase: string): unknown[] =>
  [...phrase.matchAll(suchAs)].map(([, written = '']) => parse(written));

/** A phrase as a sentence by itself. */
export const asSentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
