import * as z from 'zod';
import { findSchemaChoices } from '../../forms/chosen.ts';
import { PolicyFile } from './policy-file.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Converted = { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema };

/**
 * Returns the JSON Schema of policies for editors, derived from the schema that parses them. It is never stricter;
 * bounds and checks between keys are left to the parser.
 */
export function policySchema(): JsonSchema {
  const { description: _, examples: __, ...policy } = buildJsonSchema(PolicyFile);
  const about = {
    title: 'A policy for spendwatch',
    description: 'What to monitor, what to protect, and which actions spendwatch may take.',
  };
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...about, ...policy };
}

/** Returns the JSON Schema of a schema's written form. */
export function buildJsonSchema(schema: z.core.$ZodType): JsonSchema {
  // Language servers for YAML support draft 7 best.
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override: asWritten,
  });
  return json;
}

function asWritten({ zodSchema, jsonSchema }: Converted): void {
  const among = findSchemaChoices(zodSchema);
  if (among !== undefined) jsonSchema.anyOf = among.map(buildJsonSchema);
  // Zod drops the examples and defaults of transformed values, although they are of the written form.
  const { examples, default: byDefault } = z.globalRegistry.get(zodSchema) ?? {};
  if (byDefault !== undefined) jsonSchema.default = byDefault;
  if (Array.isArray(examples) && examples.length > 0) jsonSchema.examples = examples;
  if (jsonSchema.examples?.length === 0) delete jsonSchema.examples;
}
