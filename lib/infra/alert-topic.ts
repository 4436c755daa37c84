import { Stack } from 'aws-cdk-lib';
import { Alias, type IKey } from 'aws-cdk-lib/aws-kms';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Subscription } from '../config/settings/deployment.ts';
import type { Permission } from './spendwatch-function.ts';

export type AlertTopicProps = {
  readonly displayName?: string;
  readonly subscriptions?: readonly Subscription[];
  /** A key of one's own. Default: the one that AWS keeps for SNS in every account, which costs nothing. */
  readonly key?: IKey;
};

/**
 * Where everything is said: what spendwatch finds, and what is wrong with spendwatch. Encrypted, over TLS
 * only. AWS's own key lets whoever in the account may publish use it, and no service of AWS: an alarm
 * cannot publish here, so it invokes a function that can.
 */
export class AlertTopic extends Construct {
  readonly topic: Topic;
  private readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, { displayName, subscriptions = [], key }: AlertTopicProps) {
    super(scope, id);
    this.key = key;
    this.topic = new Topic(this, 'Topic', {
      displayName: displayName ?? 'spendwatch',
      enforceSSL: true,
      masterKey: key ?? Alias.fromAliasName(this, 'Key', 'alias/aws/sns'),
    });
    for (const { to, from } of subscriptions) {
      const filter = { filterPolicy: { severity: severitiesFrom(from) } };
      this.topic.addSubscription(
        to.startsWith('https:') ? new UrlSubscription(to, filter) : new EmailSubscription(to, filter),
      );
    }
  }

  /** To publish, and to ask first whether anybody has confirmed to receive it. */
  delivering(): readonly Permission[] {
    return this.publishing('sns:GetTopicAttributes');
  }

  /** To publish on a topic with a key of one's own is to use that key. */
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

const severities = ['info', 'warning', 'critical'] as const;

/** Alarms have no severity, and reach everybody: a watcher that is blind is not to be filtered out. */
function severitiesFrom(least: Subscription['from']): SubscriptionFilter {
  return new SubscriptionFilter([...severities.slice(severities.indexOf(least)), { exists: false }]);
}
