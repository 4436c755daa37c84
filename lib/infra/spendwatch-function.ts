import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type IDestination,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  RuntimeFamily,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  buildConnections,
  builtConnectionsFile,
  type DeployedConnection,
} from '../config/deployment/built-connections.ts';
import { builtPolicyFile } from '../config/deployment/built-policy.ts';
import type { LogLevel } from '../config/settings/log-level.ts';
import type { Variable } from '../config/settings/settings.ts';
import { functionCode } from './function-code.ts';
import type { NetworkProps } from './spendwatch-props.ts';

/** An IAM permission: actions on the resource with an ARN, under conditions. */
export type Permission = {
  readonly actions: readonly string[];
  readonly resource: string;
  readonly conditions?: Readonly<Record<string, Record<string, unknown>>>;
};

/** The runtime by its name, because older versions of the CDK have no constant for it. */
const runtime = new Runtime('nodejs24.x', RuntimeFamily.NODEJS);

export type SpendwatchFunctionProps = {
  /** The name of the function in `functions`. */
  readonly name: string;
  readonly description: string;
  /** The name of the function on AWS. Default: one that CloudFormation generates. */
  readonly functionName?: string | undefined;
  /** The built policy, for functions that need one. */
  readonly policy?: string | undefined;
  /** The connections that the deployment lists, for functions that talk to clouds. */
  readonly connections?: readonly DeployedConnection[] | undefined;
  /** The location of a policy that replaces the built one. */
  readonly policyLocation?: string | undefined;
  readonly timeout: Duration;
  readonly memorySize: number;
  /** The maximum number of concurrent runs. Default: the account's limit. */
  readonly atMost?: number;
  readonly network: NetworkProps;
  /** The days for which its log is kept. */
  readonly logRetention: RetentionDays;
  /** The lowest level that it logs; absent for a function without a log of its own. */
  readonly logLevel?: LogLevel;
};

/** A Lambda function from built code. Initially it may only write its own log. */
export class SpendwatchFunction extends Construct {
  readonly lambda: Lambda;
  readonly timeout: Duration;

  constructor(scope: Construct, id: string, props: SpendwatchFunctionProps) {
    super(scope, id);
    this.timeout = props.timeout;
    const logGroup = new LogGroup(this, 'Log', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const { vpc, vpcSubnets, securityGroups } = props.network;
    if (vpc)
      role.addManagedPolicy(
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaVPCAccessExecutionRole'),
      );
    const { functionName, policy, connections } = props;
    this.lambda = new Lambda(this, 'Function', {
      ...(functionName !== undefined && { functionName }),
      description: props.description,
      handler: 'index.handler',
      code: functionCode(this, props.name, {
        ...(policy !== undefined && { [builtPolicyFile]: policy }),
        ...(connections && { [builtConnectionsFile]: buildConnections(connections) }),
      }),
      runtime,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(props.atMost !== undefined && { reservedConcurrentExecutions: props.atMost }),
      ...(vpc && { vpc }),
      ...(vpcSubnets && { vpcSubnets }),
      ...(securityGroups && { securityGroups: [...securityGroups] }),
      environment: {
        // Shows source lines in stack traces, at a cost of 20 ms of each cold start.
        NODE_OPTIONS: '--enable-source-maps',
        ...(props.logLevel && { SPENDWATCH_LOG_LEVEL: props.logLevel }),
        ...(policy !== undefined && { SPENDWATCH_POLICY: builtPolicyFile }),
        ...(connections && { SPENDWATCH_SETTINGS: builtConnectionsFile }),
        ...(props.policyLocation !== undefined && { SPENDWATCH_POLICY_LOCATION: props.policyLocation }),
      },
    });
  }

  /** Sets an environment variable. */
  set(variable: Variable, value: string | undefined): this {
    if (value !== undefined) this.lambda.addEnvironment(variable, value);
    return this;
  }

  /** Sets the address of a route, and grants what the route needs. */
  leads(variable: string, to: string, ...permissions: readonly Permission[]): this {
    this.lambda.addEnvironment(variable, to);
    return this.may(...permissions);
  }

  /** Grants permissions to the function. */
  may(...permissions: readonly Permission[]): this {
    for (const { actions, resource, conditions } of permissions) {
      const statement = { actions: [...actions], resources: [resource], ...(conditions && { conditions }) };
      this.lambda.addToRolePolicy(new PolicyStatement(statement));
    }
    return this;
  }

  /** Sets the variable that names a resource, and grants the permissions to use it. */
  uses(variable: Variable, value: string, ...permissions: readonly Permission[]): this {
    return this.set(variable, value).may(...permissions);
  }

  /** Invokes the next function after every run, even after one that failed, timed out or could not start. */
  alwaysFollowedBy(next: SpendwatchFunction): this {
    const following = destination(next.lambda.functionArn);
    this.lambda.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: this.timeout,
      onSuccess: following,
      onFailure: following,
    });
    return this.may({ actions: ['lambda:InvokeFunction'], resource: next.lambda.functionArn });
  }

  /** Sends failed runs to a queue. By default they are not retried, because the next poll completes their work. */
  failsInto(failed: IQueue, { retries = 0, within = this.timeout }: Retries = {}): this {
    this.lambda.configureAsyncInvoke({
      retryAttempts: retries,
      maxEventAge: within,
      onFailure: destination(failed.queueArn),
    });
    return this.may({ actions: ['sqs:SendMessage'], resource: failed.queueArn });
  }
}

export type Retries = {
  readonly retries?: 0 | 1 | 2;
  /** The maximum time that an event may wait for its run. */
  readonly within?: Duration;
};

/**
 * Replaces CDK's own destinations, which grant more than needed: every version of a function, every attribute of a
 * queue.
 */
const destination = (arn: string): IDestination => ({ bind: () => ({ destination: arn }) });
