import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** Which side of a schema: what the cloud sends is what we read, what it takes is what we have checked. */
type Side = 'input' | 'output';

/** JSON Schemas that refer to one another as the components of a document. */
export type Components = {
  /** What the cloud sends. */
  sent(schema: z.ZodType): JsonSchema;
  /** What the cloud takes. */
  taken(schema: z.ZodType): JsonSchema;
  /** The named records met so far, by name. */
  all(): Readonly<Record<string, JsonSchema>>;
};

/** @throws TypeError when two records of different shape bear one name. */
export function components(given: Readonly<Record<string, JsonSchema>>): Components {
  const met = new Map(Object.entries(given));

  function convert(schema: z.ZodType, io: Side): JsonSchema {
    // Ids of `$defs` are names of components, and found in another place of the document.
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
    const known = met.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(record)) {
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

/** What is read is wider than what the specification promises: `null` for a field, text for a number. */
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
  // Lost where the record that the field refers to is deprecated as well.
  if (z.globalRegistry.get(zodSchema)?.deprecated) jsonSchema.deprecated = true;
  // A record may gain fields at any time.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
