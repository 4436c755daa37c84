import * as z from 'zod';
import { computeSpan, hours, type Instant } from '../../model/time/time.ts';
import { type Answer, askOne, mapAnswer } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import { getDocument } from './contract.ts';

/** The addresses of the operations whose replies have a field; `null` where the platform has none. */
export type FieldAddresses = Readonly<Record<'balanceAmount' | 'spendRate', string | null>>;

/** The platform's live document, which all runs of a connection share: it is large, and changes seldom. */
export type ApiDocument = {
  /** Returns the addresses that were read in the last day, and else those of the document now. */
  addresses(cloud: CloudClient, at: Instant): Promise<Answer<FieldAddresses>>;
  /** Makes `addresses` read the document again once it is an hour old. Called when an operation was not found at its address. */
  doubt(): void;
};

const freshFor = hours(24);
const doubtedFor = hours(1);

export function apiDocument(): ApiDocument {
  let known: FieldAddresses | null = null;
  let readAt: Instant | null = null;
  let isDoubted = false;
  return {
    async addresses(cloud, at) {
      const longestAge = isDoubted ? doubtedFor : freshFor;
      if (known !== null && readAt !== null && computeSpan(readAt, at) < longestAge)
        return { kind: 'answered', value: known, flaws: [] };
      const answer = mapAnswer(await askOne(cloud, getDocument, {}), findFieldAddresses);
      if (answer.kind !== 'answered')
        return known === null ? answer : { kind: 'answered', value: known, flaws: [] };
      known = answer.value;
      readAt = at;
      isDoubted = false;
      return answer;
    },
    doubt() {
      isDoubted = true;
    },
  };
}

type Document = z.output<(typeof getDocument)['reply']>;

const findFieldAddresses = (document: Document): FieldAddresses => ({
  balanceAmount: findFieldPath(document, 'balanceAmount'),
  spendRate: findFieldPath(document, 'spendRate'),
});

/** Returns the path of the operation without parameters whose reply has a field of its own. */
function findFieldPath({ paths, components }: Document, field: string): string | null {
  for (const [path, { get: operation }] of Object.entries(paths))
    if (!path.includes('{') && hasField(readReplySchema(operation), field, components)) return path;
  return null;
}

const Reply = z.object({
  responses: z.object({
    200: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
  }),
});
const readReplySchema = (operation: unknown): unknown =>
  Reply.safeParse(operation).data?.responses[200].content['application/json'].schema;

const Schema = z.object({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const Components = z.object({ schemas: z.record(z.string(), z.unknown()) });

function hasField(schema: unknown, field: string, components: unknown, depth = 0): boolean {
  const parsed = Schema.safeParse(schema).data;
  if (parsed === undefined || depth > 5) return false;
  const name = parsed.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : Components.safeParse(components).data?.schemas[name];
  return (
    Object.hasOwn(parsed.properties ?? {}, field) ||
    [...(parsed.allOf ?? []), target].some((part) => hasField(part, field, components, depth + 1))
  );
}
