import * as z from 'zod';
import { AddressedKind } from '../../model/route.ts';
import { maybeName } from '../../routes/route-settings.ts';
import { routeSettings } from '../../routes/settings.ts';
import { deploymentShape } from '../deployment/deployment.ts';
import { buildJsonSchema } from '../policy/policy-schema.ts';
import { connectionForm } from '../settings/connections.ts';
import { machineSettings, prometheusSettings, schemas } from '../settings/names.ts';
import { isSecret, parameterName } from '../settings/secret.ts';
import { writtenName } from '../settings/settings-source.ts';
import { meanings, ofConnection, ofPrometheus } from './settings-facts.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The place of a secret, as a settings file names it. */
export const secretPlace = z.string().regex(/^(file|env|ssm):\S+$/);

/** Returns the schema of a setting in a file. A file has only the place of a secret. */
const asWritten = (schema: z.core.$ZodType): z.core.$ZodType =>
  isSecret(schema) || schema === parameterName || isOptionalPlace(schema) ? secretPlace : schema;
const isOptionalPlace = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional && schema.unwrap() === parameterName;

const connection: Shape = connectionForm(secretPlace).shape;

/** The settings of a Prometheus, by their names in code. */
export const prometheusShape: Shape = Object.fromEntries(
  [...prometheusSettings].map(([name, variable]) => [name, schemas[variable] ?? z.string()]),
);

/** The settings of each kind of route, on one machine and on AWS. */
export const routeShapes: ReadonlyMap<AddressedKind, Shape> = new Map(
  AddressedKind.options.map((kind) => {
    const { address, onAws } = routeSettings[kind];
    const schema: z.core.$ZodType = address;
    // The region of a bus is read from its ARN.
    const own: Shape = getObjectShape(schema instanceof z.ZodPipe ? schema.def.in : schema);
    const { kind: _, ...settings } = own;
    const deployed: Shape = typeof onAws === 'string' ? {} : onAws.shape;
    const { to: _t, name: _n, ...others } = deployed;
    return [kind, { ...others, ...settings }];
  }),
);

function getObjectShape(schema: z.core.$ZodType): Shape {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The settings of a file, of one machine and of a deployment, by their names in code. */
const fileShape: Shape = {
  ...deploymentShape,
  ...Object.fromEntries(
    [...machineSettings].map(([name, variable]) => [name, schemas[variable] ?? z.string()]),
  ),
  // These are not text in a file, as they are in a variable.
  amazonQButtons: deploymentShape.amazonQButtons,
};

/** Returns the JSON Schema of an object of settings, with their meanings as descriptions. */
function buildObjectSchema(
  shape: Shape,
  meaningOf: (name: string) => string | undefined,
  required: readonly string[],
) {
  const properties = Object.entries(shape).map(([name, schema]): [string, JsonSchema] => {
    const { default: _, ...json } = buildJsonSchema(asWritten(schema));
    const description = meaningOf(name);
    return [writtenName(name), { ...json, ...(description !== undefined && { description }) }];
  });
  return {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  };
}

const meaning = (meanings: Readonly<Record<string, string>>) => (name: string) => meanings[name];

/** Returns the JSON Schema of a settings file for editors, derived from the schemas that read it. */
export function settingsSchema(): JsonSchema {
  const { connections: _, routes: _r, prometheus: _p, ...others } = fileShape;
  const file = buildObjectSchema(others, meaning(meanings), []);
  const routes = [...routeShapes].map(([kind, shape]) => {
    const route = buildObjectSchema(shape, () => undefined, []);
    const properties = { to: { const: kind }, name: buildJsonSchema(maybeName), ...route.properties };
    return { ...route, properties, required: ['to'] };
  });
  const lists: Readonly<Record<string, JsonSchema>> = {
    connections: {
      type: 'array',
      minItems: 1,
      items: buildObjectSchema(connection, meaning(ofConnection), ['viewer-key']),
    },
    routes: { type: 'array', items: { anyOf: routes } },
    prometheus: buildObjectSchema(prometheusShape, meaning(ofPrometheus), ['url']),
  };
  const described = Object.entries(lists).map(([name, schema]): [string, JsonSchema] => {
    const description = meaning(meanings)(name);
    return [name, { ...schema, ...(description !== undefined && { description }) }];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of spendwatch',
    description: 'The connections, routes and other settings of one machine or of a deployment.',
    ...file,
    properties: { ...Object.fromEntries(described), ...file.properties },
  };
}
