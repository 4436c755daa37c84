import { Stack } from 'aws-cdk-lib';
import { Alias, type IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Subscription } from '../config/deployment/deployment.ts';
import { Severity } from '../model/severity.ts';
import type { Permission } from './spendwatch-function.ts';

export type AlertTopicProps = {
  readonly displayName?: string;
  readonly subscriptions?: readonly Subscription[];
  /** An existing topic. Default: a new one. */
  readonly topic?: ITopic | undefined;
  /** A customer-managed key. Default: the AWS managed key for SNS, which is free. */
  readonly key?: IKey | undefined;
};

/**
 * The SNS topic of alerts and of alarms about spendwatch itself. It is encrypted and accepts TLS only. The AWS managed
 * key can be used by principals of the account, but not by other AWS services, so alarms cannot publish here; they
 * invoke a function that can.
 */
export class AlertTopic extends Construct {
  readonly topic: ITopic;
  private readonly key: IKey | undefined;

  constructor(
    scope: Construct,
    id: string,
    { displayName, subscriptions = [], topic, key }: AlertTopicProps,
  ) {
    super(scope, id);
    this.key = key ?? topic?.masterKey;
    this.topic =
      topic ??
      new Topic(this, 'Topic', {
        displayName: displayName ?? 'spendwatch',
        enforceSSL: true,
        masterKey: key ?? Alias.fromAliasName(this, 'Key', 'alias/aws/sns'),
      });
    for (const { to, from } of subscriptions) {
      const filter = { filterPolicy: { severity: createSeverityFilter(from) } };
      this.topic.addSubscription(
        to.startsWith('https:') ? new UrlSubscription(to, filter) : new EmailSubscription(to, filter),
      );
    }
  }

  /** Returns the permissions to publish, and to list the topic's receivers before that. */
  delivering(): readonly Permission[] {
    return this.publishing('sns:ListSubscriptionsByTopic', 'sns:GetSubscriptionAttributes');
  }

  /** Returns the permissions to publish, with those on a customer-managed key. */
  publishing(...more: readonly string[]): readonly Permission[] {
    const publishing = { actions: ['sns:Publish', ...more], resource: this.topic.topicArn };
    if (this.key === undefined) return [publishing];
    const viaService = { StringEquals: { 'kms:ViaService': `sns.${Stack.of(this).region}.amazonaws.com` } };
    return [
      publishing,
      {
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resource: this.key.keyArn,
        conditions: viaService,
      },
    ];
  }
}

/** Returns a filter for a severity and above, and for messages without one, as alarms about spendwatch itself are. */
function createSeverityFilter(least: Subscription['from']): SubscriptionFilter {
  const all = Severity.options;
  return new SubscriptionFilter([...all.slice(all.indexOf(least)), { exists: false }]);
}
