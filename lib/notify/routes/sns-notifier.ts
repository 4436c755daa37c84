import {
  AuthorizationErrorException,
  GetTopicAttributesCommand,
  type MessageAttributeValue,
  PublishCommand,
  type SNSClient,
  SNSServiceException,
} from '@aws-sdk/client-sns';
import type { Message } from '../../model/notification.ts';
import { subjectParts } from '../../model/subject.ts';
import { type Reader, renderMessage } from '../messages/message.ts';
import { oneLine } from '../messages/plain-text.ts';
import type { Delivery, Notifier } from '../notifier.ts';
import { amazonQPayload, eventType } from './amazon-q-payload.ts';

export type SnsOptions = Reader & {
  readonly route: string;
  readonly client: SNSClient;
  readonly topicArn: string;
};

/** Publishes messages as text that people read, in e-mails above all. */
export const snsNotifier = (options: SnsOptions): Notifier =>
  notifierOf(options, (message) => {
    const { subject, body } = renderMessage(message, options);
    return { Subject: subject, Message: body };
  });

/** Publishes messages as Amazon Q Developer in chat applications takes them, on a topic of their own: people cannot read them. */
export const amazonQNotifier = (options: SnsOptions): Notifier =>
  notifierOf(options, (message) => ({ Message: JSON.stringify(amazonQPayload(message, options)) }));

type Publication = { readonly Subject?: string; readonly Message: string };

/**
 * SNS takes what is published on a topic that nobody receives, and forgets it. So it is asked first how many
 * subscriptions are confirmed, once in the life of a notifier, which is a run's. Where it is not allowed to ask,
 * messages go out and count as received by nobody.
 */
function notifierOf(
  { route, client, topicArn: TopicArn }: SnsOptions,
  publicationOf: (message: Message) => Publication,
): Notifier {
  let asked: Promise<Delivery> | undefined;
  const receivers = () => (asked ??= receiversOf(client, TopicArn));
  return {
    route,
    hasReceiver: async () => (await receivers()).kind === 'delivered',
    async send(message) {
      const received = await receivers();
      if (received.kind === 'failed' || received.kind === 'unavailable') return received;
      const publication = { TopicArn, ...publicationOf(message), MessageAttributes: attributesOf(message) };
      try {
        await client.send(new PublishCommand(publication));
        return received;
      } catch (error) {
        return { kind: isAboutMessage(error) ? 'failed' : 'unavailable', because: reasonOf(error) };
      }
    },
  };
}

/** What becomes of messages that SNS takes. */
async function receiversOf(client: SNSClient, TopicArn: string): Promise<Delivery> {
  try {
    const { Attributes } = await client.send(new GetTopicAttributesCommand({ TopicArn }));
    if (Number(Attributes?.['SubscriptionsConfirmed']) > 0) return { kind: 'delivered' };
    return { kind: 'unavailable', because: 'SNS: nobody has confirmed a subscription of the topic' };
  } catch (error) {
    if (error instanceof AuthorizationErrorException)
      return { kind: 'unconfirmed', note: 'SNS does not say who receives it: allow sns:GetTopicAttributes' };
    return { kind: 'unavailable', because: reasonOf(error) };
  }
}

/** What subscribers can filter by. */
function attributesOf({ id, severity, notifications }: Message): Record<string, MessageAttributeValue> {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message says something');
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
  text: (value: string) => MessageAttributeValue,
) {
  const { scope, name } = subjectParts(subject);
  return { target: text(`${scope}/${name}`), ...(scope === 'project' ? { project: text(name) } : {}) };
}

const meanings: Partial<Record<string, string>> = {
  AuthorizationErrorException: 'publishing to the topic is not allowed',
  CredentialsProviderError: 'there are no AWS credentials',
  InvalidParameterException: 'it does not take the message, or the topic is not of its region',
  NotFoundException: 'there is no such topic',
  ThrottledException: 'too many requests',
  TimeoutError: 'no answer in time',
};

/** Whether another message may fare better. */
const isAboutMessage = (error: unknown): boolean =>
  error instanceof Error && /^Invalid(Parameter|ParameterValue)Exception$/.test(error.name);

/** Names the failure only: an SDK's message may quote the signed request, session token and all. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'SNS: publishing failed';
  const status = error instanceof SNSServiceException ? error.$metadata.httpStatusCode : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const meaning =
    meanings[error.name] ?? (code === undefined ? 'publishing failed' : 'it could not be reached');
  const name = code ?? error.name;
  return oneLine(`SNS: ${meaning} (${status === undefined ? name : `${name}, ${status}`})`, 200);
}
