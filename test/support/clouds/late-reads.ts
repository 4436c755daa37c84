import {
  DeleteItemCommand,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';

/**
 * Makes a client answer every eventually consistent read as DynamoDB may: from a replica, another server with a table
 * of the same name, which gets each write only when the next one comes.
 */
export function readLate(client: DynamoDBClient, replica: DynamoDBClient): void {
  let pending = async (): Promise<unknown> => undefined;

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        switch (commandName) {
          case 'GetItemCommand': {
            const input = args.input as GetItemCommandInput;
            if (input.ConsistentRead === true) return next(args);
            return { response: undefined, output: await replica.send(new GetItemCommand(input)) };
          }
          case 'QueryCommand': {
            const input = args.input as QueryCommandInput;
            if (input.ConsistentRead === true) return next(args);
            return { response: undefined, output: await replica.send(new QueryCommand(input)) };
          }
          case 'PutItemCommand': {
            const answer = await next(args);
            const { TableName, Item } = args.input as PutItemCommandInput;
            await replicate(() => replica.send(new PutItemCommand({ TableName, Item })));
            return answer;
          }
          case 'DeleteItemCommand': {
            const answer = await next(args);
            const input = args.input as DeleteItemCommandInput;
            await replicate(() => replica.send(new DeleteItemCommand(input)));
            return answer;
          }
          default:
            return next(args);
        }
      },
    { step: 'initialize', name: 'readLate' },
  );

  async function replicate(write: () => Promise<unknown>): Promise<void> {
    const before = pending;
    pending = write;
    await before();
  }
}
