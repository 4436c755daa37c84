import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fitsGlob } from '../../lib/model/rules/match.ts';
import { days, milliseconds, minutes, type Span } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { waitingStops } from '../jobs/act/an-actor.ts';
import { aSkewedMachine } from '../jobs/watch/a-skewed-machine.ts';
import { failing } from '../support/clouds/scripted-cloud.ts';
import { embeddedServer } from '../support/embedded-server.ts';
import { aStack, resourceIn } from './a-stack.ts';

const Key = z.object({ pk: z.object({ S: z.string() }) });
/** The one partition that a request of the ledger is about. */
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

const { template } = aStack();

/** Whether the policy of a function allows a request of a partition, as DynamoDB would say. */
function allowedTo(prefix: string): (request: string, pk: string) => boolean {
  const { PolicyDocument } = Policy.parse(
    resourceIn(template, 'AWS::IAM::Policy', `${prefix}Role`).properties,
  );
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

/** A client that denies what the policy of a function does not allow, and lists it. */
function boundClient(inner: DynamoDBClient, prefix: string) {
  const isAllowed = allowedTo(prefix);
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

describe('both legs over a ledger that allows them what the stack grants', { timeout: 60_000 }, () => {
  const emptyTable = embeddedServer();
  const none = milliseconds(0);

  async function aBoundMachine(options: Parameters<typeof aSkewedMachine>[0] = {}) {
    const { client, table } = await emptyTable();
    const legs = {
      watch: boundClient(client, 'SpendwatchWatch'),
      act: boundClient(client, 'SpendwatchAct'),
    };
    const ledger = dynamoLedger({ client, table });
    const reachedBy = (job: 'watch' | 'act') => dynamoLedger({ client: legs[job].client, table });
    const machine = aSkewedMachine({ ...options, ledger, reachedBy });
    return { legs, machine };
  }

  it('are denied nothing in a day on which a VM is stopped and clocks are wrong, and tell of them', async () => {
    const { legs, machine } = await aBoundMachine();
    const passes: readonly (readonly [time: string, watch?: Span, act?: Span])[] = [
      ['11:02'],
      // A wrong clock that `watch` alone meets, and then one that `act` alone meets.
      ['11:10', days(30)],
      ['11:15'],
      ['11:20', none, minutes(11)],
    ];
    await machine.ledger.commit({ ...waitingStops('box'), seq: 1 });
    for (const [time, watch = none, act = none] of passes) {
      await machine.act(time, act);
      await machine.watch(time, watch);
    }
    expect(machine.asked.filter((question) => question.startsWith('stopVm'))).toHaveLength(1);
    expect(machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T11:15:00Z#1');
    expect(legs.watch.denied).toEqual([]);
    expect(legs.act.denied).toEqual([]);
    expect(legs.watch.asked).toContain('PutItem noted');
    expect(legs.act.asked).toContain('PutItem control');
  });

  it('tell of heads from the future and of a key that was rejected before the first project', async () => {
    const ahead = await aBoundMachine({ minds: false });
    await ahead.machine.watch('10:00', days(30));
    await ahead.machine.watch('10:05');
    await ahead.machine.act('10:05');
    expect(ahead.machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T10:05:00Z#1');
    const rejected = await aBoundMachine({
      answers: {
        listProjects: () => {
          throw failing('unauthenticated', 'the cloud rejected the API key');
        },
      },
    });
    for (const time of ['10:00', '10:05', '10:10', '10:15']) {
      await rejected.machine.watch(time);
      await rejected.machine.act(time);
    }
    expect(rejected.machine.sent.map(({ id }) => id)).toEqual(['blind/sight#2026-11-21T10:00:00Z#1']);
    for (const { legs } of [ahead, rejected]) expect([...legs.watch.denied, ...legs.act.denied]).toEqual([]);
  });
});
