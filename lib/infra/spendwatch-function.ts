import { join } from 'node:path';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { defaultPolicy, type Variable } from '../config/settings.ts';

/** What a function may do, and to what: an ARN. */
export type Permission = { readonly actions: readonly string[]; readonly resource: string };

export type SpendwatchFunctionProps = {
  /** The file in `functions` that holds the handler. */
  readonly file: string;
  readonly description: string;
  /** Path of the policy that is packed beside the code. */
  readonly policy: string;
  readonly timeout: Duration;
  readonly oneAtATime?: boolean;
};

/** One of the two legs, bundled by esbuild. It may write its own log and nothing else until it is told what it uses. */
export class SpendwatchFunction extends Construct {
  readonly lambda: NodejsFunction;

  constructor(scope: Construct, id: string, props: SpendwatchFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.lambda = new NodejsFunction(this, 'Function', {
      description: props.description,
      entry: join(import.meta.dirname, '../../functions', props.file),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: props.timeout,
      role,
      logGroup,
      ...(props.oneAtATime && { reservedConcurrentExecutions: 1 }),
      awsSdkConnectionReuse: false,
      environment: { NODE_OPTIONS: '--enable-source-maps' },
      bundling: bundling(props.policy),
    });
  }

  /** Tells the function where something is and lets it use it: one without the other is of no use. */
  uses(variable: Variable, value: string, { actions, resource }: Permission): this {
    this.lambda.addEnvironment(variable, value);
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
    return this;
  }
}

/**
 * The SDK's ES modules, bundled, start a third faster than the runtime's own copy; so does not
 * letting it load parts of Node late. Packages that are no ES modules still ask for a `require`.
 */
const bundling = (policy: string) => ({
  format: OutputFormat.ESM,
  mainFields: ['module', 'main'],
  bundleAwsSDK: true,
  minify: true,
  sourceMap: true,
  sourcesContent: false,
  logLevel: LogLevel.WARNING,
  esbuildArgs: { '--supported:dynamic-import': 'false' },
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  commandHooks: {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (_input: string, output: string) => [
      `node -e "require('fs').copyFileSync(...process.argv.slice(1))" "${policy}" "${output}/${defaultPolicy}"`,
    ],
  },
});
