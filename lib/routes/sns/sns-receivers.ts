import {
  AuthorizationErrorException,
  GetSubscriptionAttributesCommand,
  type MessageAttributeValue,
  NotFoundException,
  paginateListSubscriptionsByTopic,
  type SNSClient,
} from '@aws-sdk/client-sns';
import * as z from 'zod';

/** The attributes that subscribers filter messages by. */
export type Attributes = Readonly<Record<string, MessageAttributeValue>>;

/** The confirmed subscriptions of a topic, with a function that is true if one receives messages with these attributes. */
export type Receivers = {
  readonly isAnyConfirmed: boolean;
  hears(attributes: Attributes): boolean;
};

/** The maximum number of subscriptions whose filters are read; others count as receiving nothing. */
const mostRead = 50;

/**
 * Reads the subscriptions of a topic, because SNS accepts and drops a message that every filter excludes. The first
 * subscription without a filter ends the search.
 */
export async function readTopicReceivers(client: SNSClient, TopicArn: string): Promise<Receivers> {
  const filters: Filter[] = [];
  let isAnyConfirmed = false;
  for await (const page of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
    for (const { SubscriptionArn } of page.Subscriptions ?? []) {
      // An unconfirmed subscription has a word such as PendingConfirmation or Deleted in place of its ARN.
      if (SubscriptionArn?.startsWith('arn:') !== true) continue;
      isAnyConfirmed = true;
      const filter = await readFilter(client, SubscriptionArn);
      if (filter === null) return { isAnyConfirmed, hears: () => true };
      filters.push(filter);
      if (filters.length >= mostRead) break;
    }
    if (filters.length >= mostRead) break;
  }
  return { isAnyConfirmed, hears: (attributes) => filters.some((filter) => takes(filter, attributes)) };
}

/** The accepted values of each attribute; `exists` matches any value. */
const Filter = z.record(
  z.string(),
  z.array(z.union([z.string(), z.strictObject({ exists: z.boolean() }), z.unknown().transform(() => null)])),
);
type Filter = z.infer<typeof Filter>;

/** The filter in place of one that cannot be read; no message passes it. */
const hidden: Filter = { hidden: [] };

/**
 * Returns the filter of a subscription; `null` for one that receives every message. A filter of another account may
 * be hidden.
 */
async function readFilter(client: SNSClient, SubscriptionArn: string): Promise<Filter | null> {
  try {
    const { Attributes: reply } = await client.send(
      new GetSubscriptionAttributesCommand({ SubscriptionArn }),
    );
    const policy = reply?.['FilterPolicy'];
    if (reply !== undefined && (policy === undefined || policy === '' || policy === '{}')) return null;
    return reply?.['FilterPolicyScope'] === 'MessageBody' ? hidden : Filter.parse(JSON.parse(policy ?? ''));
  } catch (error) {
    const isHidden = error instanceof AuthorizationErrorException || error instanceof NotFoundException;
    if (isHidden || error instanceof SyntaxError || error instanceof z.ZodError) return hidden;
    throw error;
  }
}

/** True if a message passes a filter of exact values or presence. With other operators of SNS, it counts as excluded. */
const takes = (filter: Filter, attributes: Attributes): boolean =>
  Object.entries(filter).every(([name, values]) => {
    const value = attributes[name]?.StringValue;
    return values.some((taken) =>
      typeof taken === 'string' ? taken === value : taken !== null && taken.exists === (value !== undefined),
    );
  });
