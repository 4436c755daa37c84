import { Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { ResourceFactory } from '../resource.ts';

/** Creates the bus of a route, unless its settings name one. Only functions that send events may put them there. */
export const routeBus: ResourceFactory<'eventbridge'> = (scope, id, { bus }) => {
  const arn = resolveBusArn(scope, bus, id);
  return { arn, sending: [], puttingEvents: [{ actions: ['events:PutEvents'], resource: arn }] };
};

function resolveBusArn(scope: Construct, name: string | null, id: string): string {
  if (name === null) return new EventBus(scope, id, { description: 'Events of spendwatch' }).eventBusArn;
  if (name.startsWith('arn:')) return name;
  return Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: name });
}
