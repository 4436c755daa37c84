import {
  App,
  Aws,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  type CfnParameterProps,
  Fn,
  type ICfnConditionExpression,
  Stack,
} from 'aws-cdk-lib';
import { CfnPolicy, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
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
  PolicyParameter: {
    description: 'Name of an SSM parameter with a policy that replaces the built-in one; empty for none',
    default: '',
    allowedPattern: '^((/[\\w.-]+)+)?$',
    constraintDescription: 'must be the name of an SSM parameter that begins with a slash',
  },
  PolicyObject: {
    description: 'S3 object with a policy that replaces the built-in one, as bucket/key; empty for none',
    default: '',
    allowedPattern: '^([a-z0-9.-]{3,63}(/[\\w.-]+)+)?$',
    constraintDescription: 'must look like bucket/spendwatch.yaml, of a bucket in the region of the stack',
  },
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

type When = (id: string, expression: ICfnConditionExpression) => CfnCondition;

/** The stack as a template that needs neither the CDK nor its bootstrap. */
class TemplateStack extends Stack {
  constructor(app: App, policy: string) {
    super(app, 'Spendwatch', {
      description: "Monitors a team's spend and idle machines on a compute cloud",
    });
    const given = (id: keyof typeof parameters) => new CfnParameter(this, id, parameters[id]).valueAsString;
    for (const id of ['ArtifactBucket', 'ArtifactPrefix', 'Mode', 'PolicyParameter', 'PolicyObject'] as const)
      given(id);
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
    const when: When = (id, expression) => new CfnCondition(this, id, { expression });
    const hasEmail = when('HasEmail', Fn.conditionNot(Fn.conditionEquals(email, '')));
    const reserves = when('Reserves', Fn.conditionEquals(reserve, 'true'));
    const location = this.policyLocation(spendwatch, when);
    for (const resource of this.node.findAll()) {
      if (resource instanceof CfnSubscription) resource.cfnOptions.condition = hasEmail;
      if (resource instanceof CfnFunction) this.chooseIn(resource, reserves, location);
    }
    const { table, topic } = spendwatch;
    addAccessPolicies(this, spendwatch);
    new CfnOutput(this, 'Table', { description: "Name of the ledger's table", value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'SNS topic to subscribe to', value: topic.topicArn });
  }

  /** Makes a function's policy and its reserved concurrency depend on the parameters. */
  private chooseIn(lambda: CfnFunction, reserves: CfnCondition, location: string): void {
    const { reservedConcurrentExecutions: most } = lambda;
    if (most !== undefined)
      lambda.addPropertyOverride('ReservedConcurrentExecutions', {
        'Fn::If': [reserves.logicalId, most, { Ref: 'AWS::NoValue' }],
      });
    if (this.resolve(lambda.environment).variables.SPENDWATCH_POLICY === undefined) return;
    lambda.addPropertyOverride('Environment.Variables.SPENDWATCH_POLICY', Fn.sub(policyFile(`\${Mode}`)));
    lambda.addPropertyOverride('Environment.Variables.SPENDWATCH_POLICY_LOCATION', location);
  }

  /** Lets `act` read the policy where a parameter says that it is, and returns that place; no value where none does. */
  private policyLocation({ act }: Spendwatch, when: When): string {
    const arn = (rest: string) => Fn.sub(`arn:\${AWS::Partition}:${rest}`);
    const places = {
      PolicyParameter: {
        action: 'ssm:GetParameter',
        resource: arn(`ssm:\${AWS::Region}:\${AWS::AccountId}:parameter\${PolicyParameter}`),
        text: Fn.sub(`ssm:\${PolicyParameter}`),
      },
      PolicyObject: {
        action: 's3:GetObject',
        resource: arn(`s3:::\${PolicyObject}`),
        text: Fn.sub(`s3://\${PolicyObject}`),
      },
    };
    return Object.entries(places).reduce((otherwise, [id, { action, resource, text }]) => {
      const isGiven = when(`Has${id}`, Fn.conditionNot(Fn.conditionEquals(Fn.ref(id), '')));
      const policy = new Policy(this, `Reads${id}`, {
        ...(act.role && { roles: [act.role] }),
        statements: [new PolicyStatement({ actions: [action], resources: [resource] })],
      });
      if (policy.node.defaultChild instanceof CfnPolicy)
        policy.node.defaultChild.cfnOptions.condition = isGiven;
      return Fn.conditionIf(isGiven.logicalId, text, otherwise).toString();
    }, Aws.NO_VALUE);
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
