import {
  type MessageAttributeValue,
  PublishCommand,
  type SNSClient,
  SNSServiceException,
} from '@aws-sdk/client-sns';
import type { Message } from '../model/notice.ts';
import { renderMessage } from './message.ts';
import type { Notifier } from './notifier.ts';
import { oneLine } from './plain-text.ts';
import { partsOf } from './subject-in-words.ts';

type SnsNotifierOptions = { readonly client: SNSClient; readonly topicArn: string; readonly zone: string };

/** Publishes to a topic. A topic is its own route, so that a second one gets every message too. */
export const snsNotifier = ({ client, topicArn, zone }: SnsNotifierOptions): Notifier => ({
  route: topicArn,
  async send(message) {
    const { subject, body } = renderMessage(message, zone);
    const publish = new PublishCommand({
      TopicArn: topicArn,
      Subject: subject,
      Message: body,
      MessageAttributes: attributesOf(message),
    });
    try {
      await client.send(publish);
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', because: reasonOf(error) };
    }
  },
});

/** What subscribers can filter by. */
function attributesOf({ id, severity, notice }: Message): Record<string, MessageAttributeValue> {
  const { scope, name } = partsOf(notice.subject);
  const text = (value: string) => ({ DataType: 'String', StringValue: oneLine(value, 256) });
  return {
    severity: text(severity),
    kind: text(notice.kind),
    rule: text(notice.rule),
    target: text(`${scope}/${name}`),
    ...(scope === 'project' ? { project: text(name) } : {}),
    'message-id': { DataType: 'String', StringValue: oneLine(id, 1_024) },
  };
}

const meanings: Partial<Record<string, string>> = {
  AuthorizationErrorException: 'publishing to the topic is not allowed',
  CredentialsProviderError: 'there are no AWS credentials',
  InvalidParameterException: 'it does not take the message, or the topic is not of its region',
  NotFoundException: 'there is no such topic',
  ThrottledException: 'too many requests',
  TimeoutError: 'no answer in time',
};

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
