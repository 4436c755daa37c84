import { parse } from 'yaml';

const suchAs = /such as ((?:- )?[[{].*[\]}]|[^,]+?)(?=,| or |$)/g;

/** Returns the example values in a phrase: "24h" for "a duration such as 24h, or never". */
export const examplesIn = (phrase: string): unknown[] =>
  [...phrase.matchAll(suchAs)].map(([, written = '']) => parse(written));

/** Returns a phrase as a sentence. */
export const asSentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
