import * as z from 'zod';
import { textsOf } from './cloudformation.ts';
import type { Moto } from './moto.ts';

/** Lists the names of an account's resources, kind by kind, as its own APIs return them. */
export type ResourcesIn = Readonly<Record<string, readonly string[]>>;

export async function resourcesIn(moto: Moto): Promise<ResourcesIn> {
  const json = async (target: string, service: string, list: string, name: string | null) =>
    namesIn(await moto.request(service, 'POST', '/', '{}', target), list, name);
  const rest = async (service: string, path: string, list: string, name: string) =>
    namesIn(await moto.request(service, 'GET', path), list, name);
  const query = async (service: string, Version: string, Action: string, element: string) =>
    textsOf(element, await moto.query(service, { Action, Version }));
  return {
    tables: await json('DynamoDB_20120810.ListTables', 'dynamodb', 'TableNames', null),
    functions: await rest('lambda', '/2015-03-31/functions/', 'Functions', 'FunctionName'),
    schedules: await rest('scheduler', '/schedules', 'Schedules', 'Name'),
    'groups of schedules': await rest('scheduler', '/schedule-groups', 'ScheduleGroups', 'Name'),
    'log groups': await json('Logs_20140328.DescribeLogGroups', 'logs', 'logGroups', 'logGroupName'),
    'saved queries': await json('Logs_20140328.DescribeQueryDefinitions', 'logs', 'queryDefinitions', 'name'),
    parameters: await json('AmazonSSM.DescribeParameters', 'ssm', 'Parameters', 'Name'),
    queues: await json('AmazonSQS.ListQueues', 'sqs', 'QueueUrls', null),
    topics: await query('sns', '2010-03-31', 'ListTopics', 'TopicArn'),
    subscriptions: await query('sns', '2010-03-31', 'ListSubscriptions', 'Endpoint'),
    alarms: await query('monitoring', '2010-08-01', 'DescribeAlarms', 'AlarmName'),
    'managed policies': textsOf(
      'PolicyName',
      await moto.query('iam', { Action: 'ListPolicies', Version: '2010-05-08', Scope: 'Local' }),
    ),
    roles: await query('iam', '2010-05-08', 'ListRoles', 'RoleName'),
  };
}

/** The names in a list of a reply: of its texts, or of its records' member. */
function namesIn(reply: string, list: string, name: string | null): string[] {
  const found = z.record(z.string(), z.unknown()).parse(JSON.parse(reply))[list] ?? [];
  if (name === null) return z.array(z.string()).parse(found);
  return z
    .array(z.looseObject({ [name]: z.string() }))
    .parse(found)
    .map((record) => z.string().parse(record[name]));
}
