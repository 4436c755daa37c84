import {
  App,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  type CfnParameterProps,
  Fn,
  type ICfnConditionExpression,
  Stack,
} from 'aws-cdk-lib';
import { CfnFunction, Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import { addAccessPolicies } from '../access-policies.ts';
import { type CodeOf, codeContext } from '../function-code.ts';
import { Spendwatch } from '../spendwatch.ts';
import { type FunctionZip, policyFile } from './zips.ts';

const keyName = (whose: string, name: string): CfnParameterProps => ({
  description: `Name of the SSM parameter (SecureString) with the ${whose}'s API key`,
  default: name,
  allowedPattern: '^(/[\\w.-]+)+$',
  constraintDescription: 'must be the name of an SSM parameter that begins with a slash',
});

/** The parameters in which deployments of the template differ. */
const parameters = {
  ArtifactBucket: { description: 'S3 bucket with the zips, in the region of the stack' },
  ArtifactPrefix: { description: 'What precedes the names of the zips, such as spendwatch/', default: '' },
  CloudUrl: {
    description: "Address of the cloud's API, such as https://api.example.com",
    allowedPattern: '^https://[^\\s?#@]+$',
    constraintDescription: 'must have the form https://host or https://host/path',
  },
  ViewerKey: keyName('viewer', '/spendwatch/viewer-key'),
  EditorKey: keyName('editor', '/spendwatch/editor-key'),
  Email: { description: 'Address that receives every message; empty for none', default: '' },
  Mode: {
    description: 'The mode of the policy: observe only tells, enforce also acts',
    allowedValues: ['observe', 'enforce'],
    default: 'observe',
  },
  ReserveConcurrency: {
    description: 'Whether one act runs at a time; false in an account that has too little concurrency',
    allowedValues: ['true', 'false'],
    default: 'true',
  },
} as const satisfies Readonly<Record<string, CfnParameterProps>>;

/** The stack as a template that needs neither the CDK nor its bootstrap. */
class TemplateStack extends Stack {
  constructor(app: App, policy: string) {
    super(app, 'Spendwatch', {
      description: "Monitors a team's spend and idle machines on a compute cloud",
    });
    const given = (id: keyof typeof parameters) => new CfnParameter(this, id, parameters[id]).valueAsString;
    for (const id of ['ArtifactBucket', 'ArtifactPrefix', 'Mode'] as const) given(id);
    const [email, reserve] = [given('Email'), given('ReserveConcurrency')];
    const spendwatch = new Spendwatch(this, 'Spendwatch', {
      policy,
      cloudUrl: given('CloudUrl'),
      viewerKey: given('ViewerKey'),
      editorKey: given('EditorKey'),
      email,
      // `act` checks for a confirmed subscription when it runs; until then it takes no action.
      subscribedElsewhere: true,
    });
    const when = (id: string, expression: ICfnConditionExpression) =>
      new CfnCondition(this, id, { expression });
    const hasEmail = when('HasEmail', Fn.conditionNot(Fn.conditionEquals(email, '')));
    const reserves = when('Reserves', Fn.conditionEquals(reserve, 'true'));
    for (const resource of this.node.findAll()) {
      if (resource instanceof CfnSubscription) resource.cfnOptions.condition = hasEmail;
      if (resource instanceof CfnFunction) this.chooseIn(resource, reserves);
    }
    const { table, topic } = spendwatch;
    addAccessPolicies(this, spendwatch);
    new CfnOutput(this, 'Table', { description: "Name of the ledger's table", value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'SNS topic to subscribe to', value: topic.topicArn });
  }

  /** Makes a function's policy and its reserved concurrency depend on the parameters. */
  private chooseIn(lambda: CfnFunction, reserves: CfnCondition): void {
    const { reservedConcurrentExecutions: most } = lambda;
    if (most !== undefined)
      lambda.addPropertyOverride('ReservedConcurrentExecutions', {
        'Fn::If': [reserves.logicalId, most, { Ref: 'AWS::NoValue' }],
      });
    if (this.resolve(lambda.environment).variables.SPENDWATCH_POLICY !== undefined)
      lambda.addPropertyOverride('Environment.Variables.SPENDWATCH_POLICY', Fn.sub(policyFile(`\${Mode}`)));
  }
}

/** Returns the template of a policy whose functions are in zips. */
export function templateOf(policy: string, zips: ReadonlyMap<string, FunctionZip>): object {
  const codeOf: CodeOf = (scope, name) => {
    const bucket = Bucket.fromBucketName(scope, 'Code', Fn.ref('ArtifactBucket'));
    return Code.fromBucketV2(bucket, Fn.sub(`\${ArtifactPrefix}${zips.get(name)?.file}`));
  };
  const app = new App({ context: { [codeContext]: codeOf }, analyticsReporting: false });
  new TemplateStack(app, policy);
  // The CDK's bootstrap, which is required by default, is not used.
  const { Rules: _, ...template } = app.synth().getStackByName('Spendwatch').template;
  const { BootstrapVersion: _b, ...Parameters } = template.Parameters;
  return { ...template, Parameters };
}
