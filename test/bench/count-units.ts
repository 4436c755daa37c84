import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type Units = {
  reads: number;
  /** Those of `reads` that read the heads of all targets. */
  ofHeads: number;
  writes: number;
  readonly byTarget: Map<string, number>;
};

/** Asks the server with every request what it consumed, and adds it up: what DynamoDB would charge for. */
export function countUnits(client: DynamoDBClient): Units {
  const units: Units = { reads: 0, ofHeads: 0, writes: 0, byTarget: new Map() };
  client.middlewareStack.add(
    (next, context) => async (given) => {
      const input = { ...given.input, ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...given, input });
      const consumed =
        'ConsumedCapacity' in result.output ? [result.output.ConsumedCapacity ?? []].flat() : [];
      const sum = consumed.reduce(
        (total, used) => total + (('CapacityUnits' in used && used.CapacityUnits) || 0),
        0,
      );
      if (/Query|Get/.test(String(context.commandName))) {
        units.reads += sum;
        if (/"shard#/.test(JSON.stringify(given.input))) units.ofHeads += sum;
      } else units.writes += sum;
      const target = targetOfWrite(given.input);
      if (target !== undefined) units.byTarget.set(target, (units.byTarget.get(target) ?? 0) + sum);
      return result;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return units;
}

/** A put names a head's shard and target, and a batch of history the target: a turn writes of one only. */
function targetOfWrite(input: object): string | undefined {
  const text = JSON.stringify(input);
  return /"(?:Put|Item)/.test(text) ? /(?:project|account)(?:@[\w-]+)?\/[\w-]+/.exec(text)?.[0] : undefined;
}
