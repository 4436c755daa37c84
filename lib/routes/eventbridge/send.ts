import * as z from 'zod';
import { awsSignature } from '../../clouds/http/aws-signature.ts';
import { parseJson } from '../../clouds/http/error-reply.ts';
import { eventSource } from '../events/event-schema.ts';
import { buildEvents, type Event } from '../events/events-of.ts';
import { sendEvents } from '../events/send-events.ts';
import type { RouteOpener } from '../route.ts';

const headers = {
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': 'AWSEvents.PutEvents',
};

/**
 * Puts events on a bus of EventBridge. The bus accepts every event, even if no rule forwards it, so no event counts as
 * received by anybody.
 */
export const openEventBridge: RouteOpener<'eventbridge'> =
  ({ aws, post }) =>
  ({ busArn, region }, { route, ...reader }) => {
    const endpoint = aws.endpoint('events', region);
    const sign = awsSignature('events', region, aws.credentials);
    return {
      route,
      send: (message) =>
        sendEvents(buildEvents(message, reader), async (group) => {
          let left = group.map((event) => buildBusEntry(event, busArn));
          const delivery = await post({
            name: 'EventBridge',
            address: async () => endpoint,
            content: async () => {
              const body = JSON.stringify({ Entries: left });
              return { body, headers: await sign({ method: 'POST', url: new URL(endpoint), headers, body }) };
            },
            reasonIn: (reply) => /"__type":"(?:[\w.]+#)?(\w{3,60})"/.exec(reply)?.[1],
            // It refuses entries one by one: only those are put again.
            mayRepeat: true,
            doubtIn: (reply) => {
              const refused = readRefusedEntries(reply, left.length);
              left = left.filter((_, index) => refused.has(index));
              const [first] = refused.values();
              return first === undefined
                ? null
                : `it did not accept ${refused.size} of the events (${first})`;
            },
          });
          return delivery.kind === 'delivered' ? { kind: 'unconfirmed' } : delivery;
        }),
    };
  };

const buildBusEntry = ({ type, at, data }: Event, busArn: string) => ({
  EventBusName: busArn,
  Source: eventSource,
  DetailType: type,
  Time: at / 1_000,
  Detail: JSON.stringify(data),
});

const replySchema = () => z.object({ Entries: z.array(z.object({ ErrorCode: z.string().optional() })) });

/** Returns the error codes of the refused entries by index; if the reply is unclear, all entries count as refused. */
function readRefusedEntries(reply: string, count: number): ReadonlyMap<number, string> {
  const all = Array.from({ length: count }, (_, index) => [index, 'unclear reply'] as const);
  const read = replySchema().safeParse(parseJson(reply)?.value, { jitless: true });
  if (!read.success || read.data.Entries.length !== count) return new Map(all);
  return new Map(
    read.data.Entries.flatMap(({ ErrorCode }, index) =>
      ErrorCode === undefined ? [] : [[index, /^\w{3,60}$/.exec(ErrorCode)?.[0] ?? 'no code']],
    ),
  );
}
