import { parse } from 'yaml';
import * as z from 'zod';
import { RuleName } from '../model/ids.ts';
import { longestGlob } from '../model/rules/match.ts';
import { type Span, spanInWords } from '../model/time/time.ts';
import { capitalized } from '../model/words.ts';
import { chosen } from './chosen.ts';
import type { Range } from './defaults.ts';
import { type Form, spanForm } from './form.ts';
import { percentForm } from './quantity.ts';

const suchAs = /such as ((?:- )?[[{].*[\]}]|[^,]+?)(?=,| or |$)/g;

/** Returns the example values in a phrase: "24h" for "a duration such as 24h, or never". */
const readExamples = (phrase: string): unknown[] =>
  [...phrase.matchAll(suchAs)].map(([, written = '']) => parse(written));

const asSentence = (phrase: string): string => `${capitalized(phrase)}.`;

const shown = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
};

/** Returns the error of an invalid value: what to write, and what was found. */
export const instead =
  (example: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? `missing; write ${example}` : `write ${example}, not ${shown(input)}`;

/**
 * Returns the description of a field for editors, in the words of its error message. Examples are parsed only when
 * requested.
 */
const described = (phrase: string, examples = readExamples) => ({
  description: asSentence(phrase),
  get examples() {
    return examples(phrase);
  },
});

/** Returns a schema for text in a written form. */
export const written = <T>({ pattern, read }: Form<T>, example: string) =>
  z
    .string({ error: instead(example) })
    // A spread would read the examples of every field at each start.
    .meta(Object.assign(described(example), { pattern: pattern.source }))
    .transform((text, context): T => {
      const value = pattern.test(text) ? read(text) : undefined;
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: instead(example)({ input: text }) });
      return z.NEVER;
    });

/** Returns a schema for a duration such as "4h", within bounds. */
export const spanField = ({ least, most }: Range, form: Form<Span>, example: string) =>
  written(form, example).refine((span) => span >= least && span <= most, {
    error: `must be between ${spanInWords(least)} and ${spanInWords(most)}`,
  });
export const span = (range: Range, example: string) => spanField(range, spanForm, example);

export const percent = (most: number, example: string) =>
  written(percentForm, example).refine((value) => value > 0 && value <= most, {
    error: `must be above 0% and at most ${most}%`,
  });

export const boundedNumber = (least: number, most: number) => {
  const error = instead(`a number from ${least} to ${most}`);
  return z.number({ error }).min(least, { error }).max(most, { error });
};

export const wholeNumber = (least: number, most: number) => {
  const error = instead(`a whole number from ${least} to ${most}`);
  return z.int({ error }).min(least, { error }).max(most, { error });
};

export const oneOf = <T extends z.core.util.EnumLike>(words: z.ZodEnum<T>) =>
  z.enum(words.enum, { error: instead(words.options.join(' or ')) });

export const yesOrNo = z.boolean({ error: instead('true or false') });

/** Returns a schema for a name or glob. YAML reads a bare 007 or true as another type, so such text needs quotes. */
export const text = (example: string) =>
  z
    .string({
      error: ({ input }) =>
        typeof input === 'number' || typeof input === 'boolean'
          ? `put it in quotes; YAML reads ${input} as a ${typeof input}, not as text`
          : instead(example)({ input }),
    })
    .min(1, { error: instead(example) })
    .meta(described(example));

/** The name of a rule. It may not contain "#", which separates the parts of IDs that contain it. */
export const ruleName = text('a name such as "research budget"')
  .max(64, { error: 'a name may have at most 64 characters' })
  .refine((name) => name.trim() === name && !/[\p{C}\p{Zl}\p{Zp}#]/u.test(name), {
    error: 'a name may not contain "#" or control characters, or start or end with a space',
  })
  .transform((name) => RuleName.parse(name));

const globPattern = /^[^[\]{}!]*$/;

/** Returns a schema for a glob over IDs. Sets and braces are not supported, and would silently match nothing. */
export const glob = (example: string) =>
  text(example)
    .meta({ pattern: globPattern.source })
    .max(longestGlob, { error: `a glob may have at most ${longestGlob} characters` })
    .refine((pattern) => globPattern.test(pattern), { error: 'a glob supports only * and ?' });

/** A glob over the names of connections. */
export const connectionGlob = glob('a glob over names of connections, such as eu-*').optional();

/**
 * Returns a schema for a mapping with exactly these keys. An issue about an unknown key has the known keys as its
 * message; `explain` turns it into a sentence.
 */
export const mapping = <Shape extends z.core.$ZodLooseShape>(shape: Shape, example: string) =>
  z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : instead(example)(issue),
    })
    .meta(described(example, (phrase) => readExamples(phrase).flat()));

export const list = <Item extends z.ZodType>(item: Item, least: number, example: string) =>
  z
    .array(item, { error: instead(example) })
    .min(least, { error: `is empty; write ${example}` })
    .meta(described(example));

type Parsed = { readonly value: unknown };
/** Options of a check across the items of a list. It runs even if an item is wrong, so that all mistakes are reported. */
export const acrossItems = { when: ({ value }: Parsed) => Array.isArray(value) };
/** Options of a check across the values of a mapping. */
export const acrossKeys = {
  when: ({ value }: Parsed) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Returns a schema for a list of items, or a single item. */
export function oneOrMore<T>(item: z.ZodType<T>, example: string) {
  const single = item.transform((value): T[] => [value]);
  const many = list(item, 1, example);
  return chosen<T[]>([item, many], (raw) => (Array.isArray(raw) ? many : single));
}
