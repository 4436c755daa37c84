import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Creates the dead-letter queue, which people read; nothing consumes it. */
export function deadLetterQueue(scope: Construct): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // As `Validations` writes it, which older versions of the CDK do not have.
  queue.node.addMetadata('aws:cdk:acknowledged-rules', {
    'Annotation::AwsSolutions-SQS3':
      'This is the dead-letter queue of the schedules and functions, which the rule does not consider.',
  });
  return queue;
}
