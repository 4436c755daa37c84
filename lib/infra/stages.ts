import { join } from 'node:path';
import { Annotations, type App, CfnOutput, CfnParameter, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeployedStages } from '../config/settings/deployed.ts';
import type { Deployment } from '../config/settings/deployment.ts';
import { readStages } from '../config/settings/stages.ts';
import { Spendwatch, type SpendwatchProps } from './spendwatch.ts';

export type SpendwatchStackProps = StackProps &
  Omit<SpendwatchProps, 'cloudUrl'> & {
    /** The address of the cloud's API. Without one, it is a parameter of the stack. */
    readonly cloudUrl?: string;
  };

/** A stack that holds spendwatch alone. */
export class SpendwatchStack extends Stack {
  constructor(scope: Construct, id: string, props: SpendwatchStackProps) {
    super(scope, id, {
      description: "Monitors a team's spend and idle machines on a compute cloud",
      ...props,
    });
    const { table, topic, topics } = new Spendwatch(this, 'Spendwatch', {
      ...props,
      cloudUrl: props.cloudUrl ?? this.askForCloudUrl(),
    });
    new CfnOutput(this, 'Table', { description: "Name of the ledger's table", value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'SNS topic to subscribe to', value: topic.topicArn });
    for (const [name, { topicArn: value }] of topics)
      new CfnOutput(this, `Topic${name}`, { description: `SNS topic of the route ${name}`, value });
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
  return readStages(app.node.getAllContext(), deployed).map(({ name, settings, says }) => {
    const stack = new SpendwatchStack(app, name, propsOf(settings));
    // Recorded once this is deployed.
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

function propsOf({ policy = example, onlyKey, viewerKey, editorKey, email, ...settings }: Deployment) {
  const {
    cloudUrl,
    url,
    ledger,
    replacesLedger: _,
    subscriptions,
    account,
    region,
    pushSecret,
    prometheus,
    ...others
  } = settings;
  const env = { ...(account !== undefined && { account }), ...(region !== undefined && { region }) };
  return {
    ...others,
    ...(url !== undefined && { url }),
    env,
    policy,
    ...(cloudUrl !== undefined && { cloudUrl }),
    ...(ledger !== undefined && { ledger }),
    ...(pushSecret !== undefined && { pushSecret }),
    ...(prometheus !== undefined && { prometheus }),
    apiKeys:
      onlyKey === undefined
        ? { kind: 'two' as const, viewer: viewerKey, editor: editorKey }
        : { kind: 'one' as const, name: onlyKey },
    subscriptions:
      email === undefined ? subscriptions : [...subscriptions, { to: email, from: 'info' as const }],
  };
}
