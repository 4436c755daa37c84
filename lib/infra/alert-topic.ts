import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Subscription } from '../config/deployment.ts';
import type { Permission } from './spendwatch-function.ts';

export type AlertTopicProps = {
  readonly subscriptions: readonly Subscription[];
  /** A key that is there already, and lets CloudWatch use it. */
  readonly key?: IKey;
};

/** Where everything is said: what spendwatch finds, and what is wrong with spendwatch. Encrypted, over TLS only. */
export class AlertTopic extends Construct {
  readonly topic: Topic;
  private readonly key: IKey;

  constructor(scope: Construct, id: string, { subscriptions, key }: AlertTopicProps) {
    super(scope, id);
    this.key = key ?? this.ownKey();
    this.topic = new Topic(this, 'Topic', {
      displayName: 'spendwatch',
      enforceSSL: true,
      masterKey: this.key,
    });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: ofThisAccount(this),
      }),
    );
    for (const { to, from } of subscriptions) {
      const filter = { filterPolicy: { severity: severitiesFrom(from) } };
      this.topic.addSubscription(
        to.startsWith('https:') ? new UrlSubscription(to, filter) : new EmailSubscription(to, filter),
      );
    }
  }

  /** To publish on an encrypted topic is to use its key. */
  publishing(): readonly Permission[] {
    const viaService = { StringEquals: { 'kms:ViaService': `sns.${Stack.of(this).region}.amazonaws.com` } };
    return [
      { actions: ['sns:Publish'], resource: this.topic.topicArn },
      {
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resource: this.key.keyArn,
        conditions: viaService,
      },
    ];
  }

  /** AWS's own key for SNS would be free, but alarms cannot use it: their messages would be lost without a word. */
  private ownKey(): Key {
    const key = new Key(this, 'Key', {
      description: 'Encrypts the messages of spendwatch on their way',
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        // In a key's own policy this is that key.
        resources: ['*'],
        conditions: ofThisAccount(this),
      }),
    );
    return key;
  }
}

const ofThisAccount = (scope: Construct) => ({
  StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
});

const severities = ['info', 'warning', 'critical'] as const;

/** Alarms have no severity, and reach everybody: a watcher that is blind is not to be filtered out. */
function severitiesFrom(least: Subscription['from']): SubscriptionFilter {
  return new SubscriptionFilter([...severities.slice(severities.indexOf(least)), { exists: false }]);
}
