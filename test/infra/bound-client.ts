import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { fitsGlob } from '../../lib/model/rules/match.ts';

const Key = z.object({ pk: z.object({ S: z.string() }) });
/** Returns the one partition that a request of the ledger names. */
const Request = z.union([
  z.object({ Item: Key }).transform(({ Item }) => Item.pk.S),
  z.object({ Key }).transform(({ Key: { pk } }) => pk.S),
  z
    .object({ ExpressionAttributeValues: z.object({ ':pk': z.object({ S: z.string() }) }) })
    .transform(({ ExpressionAttributeValues }) => ExpressionAttributeValues[':pk'].S),
]);
const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]),
  Condition: z
    .strictObject({
      'ForAllValues:StringLike': z.strictObject({ 'dynamodb:LeadingKeys': z.array(z.string()) }),
    })
    .optional(),
});
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(z.unknown()) }) });

/** Whether a policy in a template allows a request of a partition, as DynamoDB would say. */
function allowedBy(policy: unknown): (request: string, pk: string) => boolean {
  const { PolicyDocument } = Policy.parse(policy);
  const statements = PolicyDocument.Statement.flatMap((found) => {
    const { data } = Statement.safeParse(found);
    return data === undefined ? [] : [data];
  });
  return (request, pk) =>
    statements.some(
      ({ Action, Condition }) =>
        [Action].flat().includes(`dynamodb:${request}`) &&
        (Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? ['*']).some((glob) =>
          fitsGlob(glob, pk),
        ),
    );
}

/** A client that denies and lists the requests that a policy does not allow. */
export function boundClient(inner: DynamoDBClient, policy: unknown) {
  const isAllowed = allowedBy(policy);
  const denied: string[] = [];
  const asked = new Set<string>();
  const send = async (command: Parameters<DynamoDBClient['send']>[0]): Promise<unknown> => {
    const request = command.constructor.name.replace('Command', '');
    const pk = Request.parse(command.input);
    asked.add(`${request} ${pk.split(/[#/]/)[0]}`);
    if (isAllowed(request, pk)) return inner.send(command);
    denied.push(`${request} ${pk}`);
    throw new Error('AccessDeniedException');
  };
  const client: DynamoDBClient = Object.assign(Object.create(inner), { send });
  return { client, denied, asked };
}
