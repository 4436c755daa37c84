import { join } from 'node:path';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type IDestination, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { builtPolicyFile } from '../config/settings/built-policy.ts';
import type { Variable } from '../config/settings/settings.ts';
import { bundling } from './bundling.ts';

/** What a function may do, to what (an ARN), and under which conditions. */
export type Permission = {
  readonly actions: readonly string[];
  readonly resource: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
};

export type SpendwatchFunctionProps = {
  /** The file in `functions` that holds the handler. */
  readonly file: string;
  readonly description: string;
  /** Path of the built policy that is packed beside the code, where it needs one. */
  readonly policy?: string;
  readonly timeout: Duration;
  readonly memorySize: number;
  readonly oneAtATime?: boolean;
};

/** A function, bundled by esbuild. It may write its own log and nothing else until it is told what it uses. */
export class SpendwatchFunction extends Construct {
  readonly lambda: NodejsFunction;
  readonly timeout: Duration;

  constructor(scope: Construct, id: string, props: SpendwatchFunctionProps) {
    super(scope, id);
    this.timeout = props.timeout;
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
      memorySize: props.memorySize,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(props.oneAtATime && { reservedConcurrentExecutions: 1 }),
      awsSdkConnectionReuse: false,
      environment: {
        // A trace tells lines of the source, for 20 ms of a start.
        NODE_OPTIONS: '--enable-source-maps',
        ...(props.policy !== undefined && { SPENDWATCH_POLICY: builtPolicyFile }),
      },
      bundling: bundling(props.policy),
    });
  }

  /** Tells the function a setting. */
  set(variable: Variable, value: string): this {
    this.lambda.addEnvironment(variable, value);
    return this;
  }

  /** Tells the function where a route leads, and lets it go there. */
  leads(variable: string, to: string, ...permissions: readonly Permission[]): this {
    this.lambda.addEnvironment(variable, to);
    return this.may(...permissions);
  }

  /** Lets the function do something. */
  may(...permissions: readonly Permission[]): this {
    for (const { actions, resource, conditions } of permissions) {
      const statement = { actions: [...actions], resources: [resource], ...(conditions && { conditions }) };
      this.lambda.addToRolePolicy(new PolicyStatement(statement));
    }
    return this;
  }

  /** Tells the function where something is and lets it use it: one without the other is of no use. */
  uses(variable: Variable, value: string, ...permissions: readonly Permission[]): this {
    return this.set(variable, value).may(...permissions);
  }

  /** Invokes the next function after every run, also one that failed, was cut off or could not begin. */
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

  /**
   * Keeps a run that failed in a queue. It is not repeated unless that is asked for: the next poll comes soon, and
   * finishes its work.
   */
  failsInto(failed: IQueue, { retries = 0, within = this.timeout }: Repeats = {}): this {
    this.lambda.configureAsyncInvoke({
      retryAttempts: retries,
      maxEventAge: within,
      onFailure: destination(failed.queueArn),
    });
    return this.may({ actions: ['sqs:SendMessage'], resource: failed.queueArn });
  }
}

export type Repeats = {
  readonly retries?: 0 | 1 | 2;
  /** How long an event may wait for its run. */
  readonly within?: Duration;
};

/** The library's own destinations grant more than is used: every version of a function, every attribute of a queue. */
const destination = (arn: string): IDestination => ({ bind: () => ({ destination: arn }) });
