import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** The side of a schema: `input` is what the cloud sends, `output` what it accepts. */
type Side = 'input' | 'output';

/** JSON Schemas as the components of a document, which refer to one another. */
export type Components = {
  /** Adds a schema of data that the cloud sends. */
  sent(schema: z.ZodType): JsonSchema;
  /** Adds a schema of data that the cloud accepts. */
  taken(schema: z.ZodType): JsonSchema;
  /** Returns the named records so far, by name. */
  all(): Readonly<Record<string, JsonSchema>>;
};

/** Starts with given components. @throws TypeError when two records of different shape have the same name. */
export function components(given: Readonly<Record<string, JsonSchema>>): Components {
  const met = new Map(Object.entries(given));

  function convert(schema: z.ZodType, io: Side): JsonSchema {
    // Ids of `$defs` are names of components, which are elsewhere in the document.
    const uri = '#/components/schemas/';
    const text = JSON.stringify(
      z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asOnTheWire }),
    );
    const {
      $schema: _,
      $defs = {},
      ...json
    }: JsonSchema = JSON.parse(text.replaceAll('"#/$defs/', `"${uri}`));
    for (const [name, { id: __, ...record }] of Object.entries($defs)) keep(name, record);
    if (json.id === undefined) return json;
    const { id, ...record } = json;
    keep(id, record);
    return { $ref: uri + id };
  }

  function keep(name: string, record: JsonSchema): void {
    const schema = met.get(name);
    if (schema !== undefined && JSON.stringify(schema) !== JSON.stringify(record)) {
      throw new TypeError(`two different records are called ${name}`);
    }
    met.set(name, record);
  }

  return {
    sent: (schema) => convert(schema, 'input'),
    taken: (schema) => convert(schema, 'output'),
    all: () => Object.fromEntries([...met].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

type Converted = { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema };

/** Narrows a schema to the specification: reading also accepts `null` for a field and text for a number. */
function asOnTheWire({ zodSchema, jsonSchema }: Converted): void {
  if (zodSchema._zod.def.type === 'nullable') {
    const [inner] = jsonSchema.anyOf ?? [];
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, inner);
  }
  const { wire, description, readOnly, deprecated } = jsonSchema;
  if (wire !== undefined) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    const notes = Object.entries({ description, readOnly, deprecated }).filter(
      ([, note]) => note !== undefined,
    );
    Object.assign(jsonSchema, wire, Object.fromEntries(notes));
  }
  // The mark is lost when the referenced record is deprecated too.
  if (z.globalRegistry.get(zodSchema)?.deprecated) jsonSchema.deprecated = true;
  // A record may gain fields at any time.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
