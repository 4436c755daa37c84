import * as z from 'zod';
import { ResourceKind } from '../model/facts/resource.ts';
import { namesResources } from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import type { Span } from '../model/time/time.ts';
import { bounds } from './defaults.ts';
import {
  acrossKeys,
  connectionGlob,
  glob,
  mapping,
  oneOf,
  span,
  text,
  wholeNumber,
} from './written-field.ts';

const kindOf = 'The kind of resource.';

export const gpuCount = wholeNumber(0, 1_000).optional().describe('The exact number of GPUs.');

/** Fields that select resources, in rules and protections. */
export const resourceFields = {
  project: glob('a glob over project ids, such as research-*').optional(),
  connection: connectionGlob,
  kind: oneOf(ResourceKind).optional().describe(kindOf),
  id: glob('a glob over resource ids, such as train-*').optional(),
  name: glob('a glob over names of resources, such as sweep-*').optional(),
  'gpu-model': glob('a glob over GPU models, such as "*H100*"').optional(),
  'data-center': glob('a glob over data centers, such as gb-*').optional(),
  'created-by': glob('a glob over creators of resources, such as "*@example.com"').optional(),
  'older-than': span(bounds.olderThan, 'an age such as 30d').optional(),
  metadata: z
    .record(z.string(), text('a glob in quotes, such as "production"'), {
      error: 'write metadata keys and globs over their values, such as { env: production }',
    })
    .refine((tags) => Object.keys(tags).length > 0, { error: 'is empty; write a metadata key' })
    .optional()
    .meta({ description: 'Metadata keys and globs over their values.', examples: [{ env: 'production' }] }),
};

type Written = {
  readonly 'gpu-model'?: string | undefined;
  readonly 'data-center'?: string | undefined;
  readonly 'created-by'?: string | undefined;
  readonly 'older-than'?: Span | undefined;
};

/** Returns the written fields under the names that the model uses. */
export function toMatchFields<T extends Written>(fields: T) {
  const {
    'gpu-model': gpuModel,
    'data-center': dataCenter,
    'created-by': createdBy,
    'older-than': olderThan,
    ...others
  } = fields;
  return {
    ...others,
    ...(gpuModel !== undefined && { gpuModel }),
    ...(dataCenter !== undefined && { dataCenter }),
    ...(createdBy !== undefined && { createdBy }),
    ...(olderThan !== undefined && { olderThan }),
  };
}

const { 'older-than': _, ...namedFields } = resourceFields;

/**
 * Returns the match of rules on money: of projects, billing accounts, or single resources of projects by their
 * names and labels.
 */
export const moneyMatch = (isOf: string) =>
  mapping(
    { ...namedFields, account: glob('a glob over billing account ids, such as main').optional() },
    '{ project: research-* }, { account: main } or { metadata: { team: research } }',
  )
    .refine(({ project, account }) => project === undefined || account === undefined, {
      ...acrossKeys,
      error: `${isOf} is for either projects or billing accounts; remove one of them`,
    })
    .transform((fields): Match => toMatchFields(fields))
    .refine((match) => match.account === undefined || !namesResources(match), {
      ...acrossKeys,
      error: `${isOf} matches resources of projects only; remove account, or the other keys`,
    })
    .prefault({});

/** Returns the match of a rule on resources of the kinds that it can judge. */
export const resourceMatch = (kinds: readonly ResourceKind[]) =>
  mapping(
    {
      ...resourceFields,
      kind: oneOf(ResourceKind.extract([...kinds]))
        .optional()
        .describe(kindOf),
      gpus: gpuCount,
    },
    'what to match, such as { project: research-*, id: train-* }',
  )
    .transform((fields): Match => toMatchFields(fields))
    .prefault({});
