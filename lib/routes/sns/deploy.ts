import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AlertTopic } from '../../infra/alert-topic.ts';
import type { RouteResource } from '../resource.ts';

/** Creates a topic named after its route: "AmazonQ", "SnsResearch". */
export function routeTopic(scope: Construct, id: string, _: unknown, key: IKey | undefined): RouteResource {
  const topic = new AlertTopic(scope, id, { displayName: `spendwatch ${id}`, key });
  return { arn: topic.topic.topicArn, sending: topic.delivering(), puttingEvents: [], topic: topic.topic };
}
