import { join } from 'node:path';
import {
  Annotations,
  type App,
  CfnOutput,
  CfnParameter,
  type Environment,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { DeployedStages } from '../config/deployment/deployed.ts';
import { readStages } from '../config/deployment/stages.ts';
import { toKmsKey } from './api-keys.ts';
import { readDeploymentSettings } from './checked-settings.ts';
import { Spendwatch, type SpendwatchProps } from './spendwatch.ts';

export type SpendwatchStackProps = Pick<
  StackProps,
  'description' | 'tags' | 'terminationProtection' | 'env'
> &
  SpendwatchProps & {
    /** The name of an existing table for the ledger. Default: a new table. */
    readonly ledger?: string | undefined;
  };

/** A stack that contains only spendwatch. */
export class SpendwatchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { ledger, description, tags, terminationProtection, env, ...props }: SpendwatchStackProps,
  ) {
    super(scope, id, {
      description: description ?? "Monitors a team's spend and idle VMs on a GPU or compute cloud",
      ...(tags && { tags }),
      ...(terminationProtection !== undefined && { terminationProtection }),
      ...(env && { env }),
    });
    const hasConnections = props.connections !== undefined || props.settings !== undefined;
    const spendwatch = new Spendwatch(this, 'Spendwatch', {
      ...props,
      ...(ledger !== undefined && { table: this.existing(ledger, props.tableKey) }),
      ...(!hasConnections && { cloudUrl: props.cloudUrl ?? this.askForCloudUrl() }),
    });
    const { table, topic, topics, buses } = spendwatch;
    addAccessPolicies(this, spendwatch);
    new CfnOutput(this, 'Table', { description: "Name of the ledger's table", value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'SNS topic to subscribe to', value: topic.topicArn });
    for (const [name, { topicArn: value }] of topics)
      new CfnOutput(this, `Topic${name}`, { description: `SNS topic of the route ${name}`, value });
    for (const [name, value] of buses)
      new CfnOutput(this, `Bus${name}`, { description: `Event bus of the route ${name}`, value });
  }

  private existing(tableName: string, key: IKey | string | undefined): ITable {
    const encryptionKey = toKmsKey(this, 'LedgerKey', key);
    return Table.fromTableAttributes(this, 'Ledger', { tableName, ...(encryptionKey && { encryptionKey }) });
  }

  private askForCloudUrl(): string {
    return new CfnParameter(this, 'CloudUrl', {
      description: "Address of the cloud's API, such as https://api.example.com",
      allowedPattern: '^https://[^\\s?#@]+$',
      constraintDescription: 'must have the form https://host or https://host/path',
    }).valueAsString;
  }
}

/** The example policy, used when a stage names none. */
const example = join(import.meta.dirname, '../../docs/spendwatch.example.yaml');

/**
 * Adds a stack for each of the `stages` in `cdk.json`. Each reports how its settings differ from those of its last
 * deployment.
 * @throws SettingsError with every mistake of every stage at once.
 */
export function addStages(app: App, deployed: DeployedStages): readonly SpendwatchStack[] {
  return readStages(withFiles(app.node.getAllContext()), deployed).map(({ name, settings, says }) => {
    const { policy = example, account, region, replacesLedger: _, ...others } = settings;
    const stack = new SpendwatchStack(app, name, {
      ...others,
      policy,
      env: createEnvironment(account, region),
    });
    // Recorded once the stack is deployed.
    stack.templateOptions.metadata = { settings };
    const notes = Annotations.of(stack);
    // Infos, as warnings fail a strict deployment.
    says.forEach((sentence, index) => {
      notes.addInfoV2(`spendwatch:settings-${index + 1}`, sentence);
    });
    if (settings.policy === undefined) {
      notes.addWarningV2(
        'spendwatch:example-policy',
        `stages.${name} in cdk.json names no policy, so docs/spendwatch.example.yaml is used: set "policy" to your own before you deploy`,
      );
    }
    return stack;
  });
}

/** Returns the context with the settings files that stages name merged in; settings of the stage itself have precedence. */
function withFiles(context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { stages } = context;
  if (typeof stages !== 'object' || stages === null) return context;
  const read = Object.entries(stages).map(([name, stage]: [string, unknown]) => {
    if (typeof stage !== 'object' || stage === null || !('settings' in stage)) return [name, stage];
    const { settings: file, ...own } = stage;
    return [name, { ...readDeploymentSettings(String(file)), ...own }];
  });
  return { ...context, stages: Object.fromEntries(read) };
}

const createEnvironment = (account?: string, region?: string): Environment => ({
  ...(account !== undefined && { account }),
  ...(region !== undefined && { region }),
});

/** Creates the managed policies for people who read the ledger and for operators, and names them in outputs. */
function addAccessPolicies(stack: Stack, spendwatch: Spendwatch): void {
  const reader = new ManagedPolicy(stack, 'Reader', {
    description: 'Reads the ledger of spendwatch, for commands such as status and explain',
  });
  const operator = new ManagedPolicy(stack, 'Operator', {
    description: 'Reads the ledger of spendwatch and records overrides, for commands such as keep and stop',
  });
  spendwatch.grantReader(reader);
  spendwatch.grantOperator(operator);
  for (const [name, who, { managedPolicyArn: value }] of [
    ['Reader', 'a reader', reader],
    ['Operator', 'an operator', operator],
  ] as const)
    new CfnOutput(stack, `${name}Policy`, { description: `Managed policy for ${who}`, value });
}
