import { existsSync, readFileSync } from 'node:fs';
import { Annotations, Token } from 'aws-cdk-lib';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import * as z from 'zod';
import { checkDeployedRoutes, checkReceivers } from '../config/deployment/deployed-routes.ts';
import {
  type Deployment,
  deploymentShape,
  fitTogether,
  flag,
  keyArn,
  listDeploymentMistakes,
} from '../config/deployment/deployment.ts';
import { readDeploymentFile } from '../config/deployment/deployment-file.ts';
import { PolicyError } from '../config/policy/policy-error.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import { SettingsError, wrongSetting } from '../config/settings/settings-error.ts';
import type { Policy } from '../state/policy.ts';
import type { SpendwatchProps } from './spendwatch-props.ts';

/** Returns a schema of constructs that an app passes in, which checks only the attributes that are used. */
const having = <Given extends object>(what: string, ...attributes: readonly string[]) =>
  z.custom<Given>(
    (given) =>
      typeof given === 'object' && given !== null && attributes.every((attribute) => attribute in given),
    `must be ${what}`,
  );
const kmsKey = having<IKey>('a KMS key', 'keyArn');
const keyOrArn = z.union([keyArn, kmsKey], 'must be a KMS key, or its ARN').optional();

/** The keys of a table that the app creates; those of an imported table are unknown. */
const OwnTable = z.looseObject({
  node: z.looseObject({
    defaultChild: z.looseObject({
      keySchema: z.array(z.looseObject({ attributeName: z.string() })),
      attributeDefinitions: z.array(z.looseObject({ attributeName: z.string(), attributeType: z.string() })),
    }),
  }),
});
const table = having<ITable | Table>('a DynamoDB table', 'tableName', 'tableArn').refine((given) => {
  const own = OwnTable.safeParse(given);
  if (!own.success) return true;
  const { keySchema, attributeDefinitions } = own.data.node.defaultChild;
  const findAttributeType = (name: string) =>
    attributeDefinitions.find(({ attributeName }) => attributeName === name)?.attributeType;
  const keys = keySchema.map(({ attributeName }) => `${attributeName} ${findAttributeType(attributeName)}`);
  return keys.join() === 'pk S,sk S';
}, 'must have the partition key pk and the sort key sk, both strings');

const missing = (otherwise: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is missing' : otherwise),
});

const Props = z
  .strictObject({
    ...deploymentShape,
    policy: z
      .string(missing('must be the path of the policy'))
      .refine((path) => existsSync(path), 'must be the path of an existing file'),
    ...{
      apiKeysKey: keyOrArn,
      tableKey: keyOrArn,
      policyKey: kmsKey.optional(),
      topicKey: kmsKey.optional(),
    },
    topic: having<ITopic>('an SNS topic', 'topicArn').optional(),
    table: table.optional(),
    vpc: having<IVpc>('a VPC', 'vpcId').optional(),
    vpcSubnets: having<SubnetSelection>('a selection of subnets').optional(),
    securityGroups: z.array(having<ISecurityGroup>('a security group', 'securityGroupId')).optional(),
    alarms: flag.optional(),
    outputs: flag.optional(),
  })
  .superRefine(fitTogether);

const noAddress = { variable: 'cloudUrl', message: 'is missing' };

/**
 * Checks the props like the settings of a stage, including those that JavaScript passes without type checks. Values
 * that are only known at deployment are not checked.
 * @throws SettingsError with every mistake at once.
 */
export function checkedSettings(props: SpendwatchProps): z.output<typeof Props> {
  const { settings: file, ...given } = props;
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const all: Readonly<Record<string, unknown>> = {
    ...(file !== undefined && readDeploymentSettings(file)),
    ...Object.fromEntries(set),
  };
  const later = Object.fromEntries(Object.entries(all).filter(([, value]) => Token.isUnresolved(value)));
  const standIn = 'cloudUrl' in later && { cloudUrl: 'https://known.later' };
  const entries = Object.entries(all).filter(([name]) => !(name in later));
  const read = Props.safeParse({ ...Object.fromEntries(entries), ...standIn });
  const mistakes = [
    ...(all['cloudUrl'] === undefined && all['connections'] === undefined ? [noAddress] : []),
    ...(read.success ? [] : listDeploymentMistakes(read.error, Object.keys(Props.shape))),
  ];
  if (!read.success || mistakes.length > 0) throw new SettingsError(mistakes);
  return { ...read.data, ...later };
}

/** Reads the settings of a deployment from a file. @throws SettingsError */
export function readDeploymentSettings(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file))
    throw wrongSetting('settings', `must be the path of an existing file, not ${shownName(file)}`);
  return readDeploymentFile(readFileSync(file, 'utf8'), file);
}

/** A policy that only alerts, used to continue the synthesis after an error, so that nothing is deployed with it. */
const standInPolicy = 'version: 1\nrules: [{ name: not deployed, budget: 1 USD a month }]\n';

/** Reads and checks the policy. A mistake becomes an error of the construct, with which the CDK ends the synthesis. */
export function readCheckedPolicy(scope: Construct, path: string, deployment: PolicyContext): Policy {
  try {
    return checkedPolicy(path, deployment);
  } catch (error) {
    if (!(error instanceof PolicyError || error instanceof SettingsError)) throw error;
    Annotations.of(scope).addError(error.message);
    return readPolicy(standInPolicy, path);
  }
}

type PolicyContext = Pick<Deployment, 'routes' | 'subscriptions' | 'subscribedElsewhere'>;

/**
 * Checks the policy.
 * @throws PolicyError or SettingsError if the policy is invalid, or nobody would receive the announcements of its actions.
 */
function checkedPolicy(path: string, { routes, subscriptions, subscribedElsewhere }: PolicyContext): Policy {
  const policy = readPolicy(readFileSync(path, 'utf8'), path);
  checkDeployedRoutes(policy, routes);
  checkReceivers(policy, routes, { subscriptions, subscribedElsewhere });
  return policy;
}
