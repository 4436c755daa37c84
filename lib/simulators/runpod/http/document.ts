import * as z from 'zod';
import { ProblemReply } from './problem.ts';
import type { Route } from './route.ts';

/** The JSON Schemas that were made, by the schema: each simulated account has a document of the same ones. */
const made = { input: new WeakMap<z.ZodType, unknown>(), output: new WeakMap<z.ZodType, unknown>() };

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const known = made[io].get(schema) ?? z.toJSONSchema(schema, { io });
  made[io].set(schema, known);
  return known;
}

/** Returns the OpenAPI document of the operations, made of the schemas that requests and replies are held to. */
export function openApiDocument(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { id, method, path, query, body, status, reply } of routes) {
    const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const ofQuery = Object.entries(query.shape).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      ...(schema instanceof z.ZodType && { schema: jsonOf(schema, 'input') }),
    }));
    const takesBody = body !== null && !(body instanceof z.ZodUndefined);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: id,
        ...(ofPath.length + ofQuery.length > 0 && { parameters: [...ofPath, ...ofQuery] }),
        ...(takesBody && { requestBody: { required: true, content: content(jsonOf(body, 'input')) } }),
        responses: {
          [status]: {
            description: 'OK',
            ...(reply !== null && status !== 204 && { content: content(jsonOf(reply, 'output')) }),
          },
          default: {
            description: 'Error',
            content: { 'application/problem+json': { schema: jsonOf(ProblemReply, 'output') } },
          },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'A simulated RunPod', version: '2.0.0' },
    servers: [{ url: '/' }],
    paths,
  };
}

const content = (schema: unknown) => ({ 'application/json': { schema } });
