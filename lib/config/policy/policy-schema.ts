import * as z from 'zod';
import { choicesOf } from './fields/chosen.ts';
import { PolicyFile } from './policy-file.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Converted = { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema };

/**
 * What editors complete and check a policy by, made of what reads it. It is never stricter than the reader;
 * bounds and what holds between keys only the reader knows.
 */
export function policySchema(): JsonSchema {
  const { description: _, examples: __, ...policy } = schemaOf(PolicyFile);
  const about = {
    title: 'A policy for spendwatch',
    description: 'What to watch, what never to touch, and how far spendwatch may go.',
  };
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...about, ...policy };
}

function schemaOf(schema: z.core.$ZodType): JsonSchema {
  // Draft 7 is what the language servers of YAML know best.
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override: asWritten,
  });
  return json;
}

function asWritten({ zodSchema, jsonSchema }: Converted): void {
  const among = choicesOf(zodSchema);
  if (among !== undefined) jsonSchema.anyOf = among.map(schemaOf);
  // Dropped for what a form reads into something else, where they are of what is written all the same.
  const examples = z.globalRegistry.get(zodSchema)?.['examples'];
  if (Array.isArray(examples) && examples.length > 0) jsonSchema.examples = examples;
  if (jsonSchema.examples?.length === 0) delete jsonSchema.examples;
}
