import * as z from 'zod';
import { RuleName } from '../../../model/ids.ts';
import { longestGlob } from '../../../model/rules/match.ts';
import { type Span, spanInWords } from '../../../model/time/time.ts';
import type { Range } from '../defaults.ts';
import { asSentence, examplesIn } from './example-in.ts';
import { type Form, spanForm } from './form.ts';
import { percentForm } from './quantity.ts';

const shown = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
};

/** What to say of a value that does not fit: what to write, and what was found. */
export const instead =
  (example: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? `missing; write ${example}` : `write ${example}, not ${shown(input)}`;

/** What editors are told of a field: the same phrase as whoever gets it wrong. */
const told = (phrase: string) => ({ description: asSentence(phrase), examples: examplesIn(phrase) });

/** Text that is read into a value; what the form knows nothing of is a mistake. */
export const written = <T>({ pattern, read }: Form<T>, example: string) =>
  z
    .string({ error: instead(example) })
    .meta({ ...told(example), pattern: pattern.source })
    .transform((text, context): T => {
      const value = pattern.test(text) ? read(text) : undefined;
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: instead(example)({ input: text }) });
      return z.NEVER;
    });

/** A length of time such as "4h", within bounds. */
export const spanField = ({ least, most }: Range, form: Form<Span>, example: string) =>
  written(form, example).refine((span) => span >= least && span <= most, {
    error: `must be between ${spanInWords(least)} and ${spanInWords(most)}`,
  });
export const span = (range: Range, example: string) => spanField(range, spanForm, example);

export const percent = (most: number, example: string) =>
  written(percentForm, example).refine((value) => value > 0 && value <= most, {
    error: `must be above 0% and no more than ${most}%`,
  });

export const numberBetween = (least: number, most: number) => {
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

/** A name or glob. YAML reads a bare 007 or true as something else, so such text needs quotes. */
export const text = (example: string) =>
  z
    .string({
      error: ({ input }) =>
        typeof input === 'number' || typeof input === 'boolean'
          ? `put it in quotes; YAML reads the ${typeof input} ${input} here, not text`
          : instead(example)({ input }),
    })
    .min(1, { error: instead(example) })
    .meta(told(example));

/** "#" parts the pieces of the ids that are made of a rule's name. */
export const ruleName = text('a name such as "research budget"')
  .max(64, { error: 'a name has at most 64 characters' })
  .refine((name) => name.trim() === name && !/[\p{C}\p{Zl}\p{Zp}#]/u.test(name), {
    error: 'a name has no "#", no control character, and no space at its ends',
  })
  .transform((name) => RuleName.parse(name));

const globPattern = /^[^[\]{}!]*$/;

/** A glob over ids. Sets and braces are no part of it, and would silently match nothing. */
export const glob = (example: string) =>
  text(example)
    .meta({ pattern: globPattern.source })
    .max(longestGlob, { error: `a glob has at most ${longestGlob} characters` })
    .refine((pattern) => globPattern.test(pattern), { error: 'a glob knows * and ? only' });

/**
 * A mapping of exactly these keys. The text of an issue about any other key is the list of the
 * known ones; `explain` makes a sentence of it.
 */
export const mapping = <Shape extends z.core.$ZodLooseShape>(shape: Shape, example: string) =>
  z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : instead(example)(issue),
    })
    .meta({ description: asSentence(example), examples: examplesIn(example).flat() });

export const list = <Item extends z.ZodType>(item: Item, least: number, example: string) =>
  z
    .array(item, { error: instead(example) })
    .min(least, { error: `is empty; write ${example}` })
    .meta(told(example));

type Parsed = { readonly value: unknown };
/** For a check across a list's items: made even if one of them is wrong, so that all is said at once. */
export const acrossItems = { when: ({ value }: Parsed) => Array.isArray(value) };
/** The same across a mapping's values. */
export const acrossKeys = {
  when: ({ value }: Parsed) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
