import { readFileSync, rmSync } from 'node:fs';
import { App, Fn } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { type CodeOf, codeContext } from '../function-code.ts';
import { SpendwatchStack } from '../stages.ts';
import { mergeVariants } from './merge-variants.ts';
import { sampleStack, withParameters } from './samples.ts';
import { features, rules } from './template-features.ts';
import { parameterGroups, type TemplateParameters } from './template-parameters.ts';
import { networkOf, propsOf } from './template-props.ts';
import { type TemplateRoute, templateRoutes } from './template-routes.ts';
import { type FunctionZip, policyFile } from './zips.ts';

/**
 * Returns the template of a policy whose functions are in zips: the stack of `cdk.json`, in which parameters take the place of
 * settings. It is synthesized with every feature and without each, and what differs depends on the condition of
 * that feature. It needs neither the CDK nor its bootstrap.
 */
export function templateOf(policy: string, zips: ReadonlyMap<string, FunctionZip>): object {
  const routes = templateRoutes(readPolicy(readFileSync(policy, 'utf8'), policy));
  const groups = parameterGroups(parametersOf(routes));
  const parameters = Object.assign({}, ...Object.values(groups));
  const conditions = Object.assign({}, features, ...routes.map((route) => route.features));
  const variables = Object.assign({}, ownVariables, ...routes.map((route) => route.variables));
  const codeOf: CodeOf = (scope, name) => {
    const bucket = Bucket.fromBucketName(scope, 'Code', Fn.ref('ArtifactBucket'));
    return Code.fromBucketV2(bucket, Fn.sub(`\${ArtifactPrefix}${zips.get(name)?.file}`));
  };
  const without = (left: string | null): object => {
    const app = new App({
      context: { [codeContext]: codeOf },
      analyticsReporting: false,
      treeMetadata: false,
      // Samples are no valid names everywhere.
      builtinCloudFormationValidation: false,
    });
    const has = (feature: string) => feature !== left;
    new SpendwatchStack(app, sampleStack, {
      ...propsOf(has, routes),
      policy,
      ...(has('InVpc') && networkOf(app)),
    });
    const { template } = app.synth().getStackByName(sampleStack);
    rmSync(app.outdir, { recursive: true });
    return withParameters(template, Object.keys(parameters), variables);
  };
  const left = Object.keys(conditions).map((feature) => [feature, without(feature)] as const);
  // The CDK's bootstrap, which its rule and its parameter require, is not used.
  const { Rules: _, Parameters: _p, Conditions, ...merged } = mergeVariants(without(null), new Map(left));
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    ...merged,
    Parameters: parameters,
    Rules: Object.assign({}, rules, ...routes.map((route) => route.rules)),
    Conditions: { ...conditions, ...Conditions },
    Metadata: {
      'AWS::CloudFormation::Interface': { ParameterGroups: Object.entries(groups).map(labelled) },
      // W1033: an empty list of security groups is never used. W3005: the CDK writes down dependencies that references make.
      'cfn-lint': { config: { ignore_checks: ['W1033', 'W3005'] } },
    },
  };
}

/** The values of environment variables that do not depend on the synthesized parameters. */
const ownVariables = {
  SPENDWATCH_DEPLOYMENT: { Ref: 'AWS::StackName' },
  SPENDWATCH_LOG_LEVEL: { Ref: 'LogLevel' },
  SPENDWATCH_POLICY: { 'Fn::Sub': policyFile(`\${Mode}`) },
  SPENDWATCH_PROMETHEUS_QUERIES: { Ref: 'PrometheusQueries' },
  SPENDWATCH_REQUESTS_PER_MINUTE: { Ref: 'RequestsPerMinute' },
  SPENDWATCH_SHARDS: { Ref: 'Shards' },
};

/** @throws Error for two routes whose parameters have one name, such as "a-1" and "a1". */
function parametersOf(routes: readonly TemplateRoute[]): TemplateParameters {
  const all = routes.flatMap(({ parameters }) => Object.entries(parameters));
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`two routes of the policy share the parameter ${twice}: rename one of them`);
  return Object.fromEntries(all);
}

const labelled = ([label, parameters]: [string, object]) => ({
  Label: { default: label },
  Parameters: Object.keys(parameters),
});
