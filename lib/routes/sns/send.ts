import {
  AuthorizationErrorException,
  PublishCommand,
  type SNSClient,
  SNSServiceException,
} from '@aws-sdk/client-sns';
import { subjectParts } from '../../model/subject.ts';
import { type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { Message } from '../../state/notification.ts';
import { eventType } from '../events/event-type.ts';
import type { RouteOpener } from '../route.ts';
import { type Attributes, type Receivers, readTopicReceivers } from './sns-receivers.ts';

export type SnsOptions = Reader & {
  readonly route: string;
  readonly client: SNSClient;
  readonly topicArn: string;
};

/** Publishes messages as text for people, mainly for e-mail. */
export const snsNotifier = (options: SnsOptions): Notifier =>
  topicNotifier(options, (message) => {
    const { subject, body } = renderMessage(message, options);
    return { Subject: subject, Message: body };
  });

export const openSns: RouteOpener<'sns'> =
  ({ sns }) =>
  ({ topicArn }, terms) =>
    snsNotifier({ ...terms, topicArn, client: sns() });

export type Publication = { readonly Subject?: string; readonly Message: string };

/**
 * Publishes messages that a confirmed subscription receives. The subscriptions are read once per notifier, which
 * lasts a run. A message that all of them filter out is published and counts as unconfirmed, as does every message
 * without permission to read subscriptions.
 */
export function topicNotifier(
  { route, client, topicArn: TopicArn }: SnsOptions,
  publicationOf: (message: Message) => Publication,
): Notifier {
  let pendingReceivers: Promise<Receivers | Delivery> | undefined;
  const received = async (attributes: Attributes): Promise<Delivery> => {
    pendingReceivers ??= readTopicReceivers(client, TopicArn).catch(asDelivery);
    const receivers = await pendingReceivers;
    if ('kind' in receivers) return receivers;
    if (receivers.hears(attributes)) return { kind: 'delivered' };
    return receivers.isAnyConfirmed
      ? {
          kind: 'unconfirmed',
          note: 'SNS: no confirmed subscription of the topic has a filter that is known to accept it',
        }
      : { kind: 'unavailable', because: 'SNS: nobody has confirmed a subscription of the topic' };
  };
  return {
    route,
    hasReceiver: async (message) => (await received(buildAttributes(message))).kind === 'delivered',
    async send(message) {
      const MessageAttributes = buildAttributes(message);
      const delivery = await received(MessageAttributes);
      if (delivery.kind === 'failed' || delivery.kind === 'unavailable') return delivery;
      try {
        const order = new PublishCommand({ TopicArn, ...publicationOf(message), MessageAttributes });
        // SNS returns an id for every message that it accepts; another server in its place does not.
        const { MessageId } = await client.send(order);
        return MessageId ? delivery : { kind: 'unacknowledged', because: 'SNS: its answer names no message' };
      } catch (error) {
        return { kind: isAboutMessage(error) ? 'failed' : 'unavailable', because: describeFailure(error) };
      }
    },
  };
}

/** Returns the delivery if the subscriptions cannot be read. */
const asDelivery = (error: unknown): Delivery =>
  error instanceof AuthorizationErrorException
    ? {
        kind: 'unconfirmed',
        note: 'SNS does not report its subscribers: allow sns:ListSubscriptionsByTopic and sns:GetSubscriptionAttributes',
      }
    : { kind: 'unavailable', because: describeFailure(error) };

/** Returns the attributes that subscribers can filter by. */
function buildAttributes({ id, severity, notifications }: Message): Attributes {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  const text = (value: string) => ({ DataType: 'String', StringValue: oneLine(value, 256) });
  return {
    severity: text(severity),
    kind: text(eventType(notifications)),
    rule: text(first.rule),
    ...(first.kind === 'route' ? {} : aboutTarget(first.subject, text)),
    'message-id': { DataType: 'String', StringValue: oneLine(id, 1_024) },
  };
}

function aboutTarget(
  subject: Message['notifications'][number]['subject'],
  text: (value: string) => Attributes[string],
) {
  const { scope, name, target } = subjectParts(subject);
  return { target: text(target), ...(scope === 'project' ? { project: text(name) } : {}) };
}

const meanings: Partial<Record<string, string>> = {
  AuthorizationErrorException: 'publishing to the topic is not allowed',
  CredentialsProviderError: 'there are no AWS credentials',
  InvalidParameterException: 'SNS refused the message, or the topic is in another region',
  NotFoundException: 'there is no such topic',
  ThrottledException: 'too many requests',
  TimeoutError: 'no answer in time',
};

/** True if an error concerns this message only. */
const isAboutMessage = (error: unknown): boolean =>
  error instanceof Error && /^Invalid(Parameter|ParameterValue)Exception$/.test(error.name);

/** Returns only the name of an error, because its message may quote the signed request with its session token. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'SNS: publishing failed';
  const status = error instanceof SNSServiceException ? error.$metadata.httpStatusCode : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const meaning =
    meanings[error.name] ?? (code === undefined ? 'publishing failed' : 'it could not be reached');
  const name = code ?? error.name;
  return oneLine(`SNS: ${meaning} (${status === undefined ? name : `${name}, ${status}`})`, 200);
}
