import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll } from 'vitest';
import * as z from 'zod';
import { codeContext, type FunctionCode } from '../../lib/infra/function-code.ts';
import { SpendwatchStack, type SpendwatchStackProps } from '../../lib/infra/stages.ts';
import { temporaryFile } from '../support/temporary-file.ts';

export const checkout = join(import.meta.dirname, '../..');
export const policy = join(checkout, 'docs/spendwatch.example.yaml');
export const props: SpendwatchStackProps = {
  policy,
  viewerKey: '/keys/viewer',
  editorKey: '/keys/editor',
};

/** Writes the example with a daily report, so that every function is there, for a whole suite. */
export function reportingPolicy(): string {
  const example = readFileSync(policy, 'utf8');
  const reporting = example.replace(/^alerts:$/m, 'alerts:\n  digest: { at: 08:00 }');
  return temporaryFile('reporting.yaml', reporting, afterAll);
}

export type Synthesised = { readonly app: App; readonly stack: SpendwatchStack; readonly template: Template };

const codeOf: FunctionCode = (scope, name) =>
  Code.fromBucketV2(Bucket.fromBucketName(scope, 'Code', 'releases'), `${name}.zip`, { objectVersion: '1' });
/** The context of an app whose functions need not be built. */
export const withoutCode = { [codeContext]: codeOf };

/** A stack whose functions are not built, which takes most of the time. */
export function aStack(overrides: Partial<SpendwatchStackProps> = {}): Synthesised {
  const app = new App({ context: withoutCode });
  const stack = new SpendwatchStack(app, 'Spendwatch', { ...props, ...overrides });
  const template = Template.fromStack(stack);
  rmSync(app.outdir, { recursive: true });
  return { app, stack, template };
}

/** The one resource of a type whose name begins so. */
export function resourceIn(
  template: Template,
  type: string,
  prefix: string,
): { readonly name: string; readonly properties: unknown } {
  const found = Object.entries(template.findResources(type)).filter(([name]) => name.startsWith(prefix));
  const [only, ...others] = found;
  if (only === undefined || others.length > 0)
    throw new Error(`${found.length} of ${type} begin with ${prefix}`);
  return { name: only[0], properties: only[1]['Properties'] };
}

const Environment = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });
/** Returns the environment of a function. */
export const variablesOf = (template: Template, name: string): Readonly<Record<string, unknown>> =>
  Environment.parse(resourceIn(template, 'AWS::Lambda::Function', `Spendwatch${name}`).properties).Environment
    .Variables;

const Rights = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.looseObject({ Action: z.unknown(), Resource: z.unknown() })),
  }),
});
/** Returns the statements of the policy of a role. */
export const rightsOf = (template: Template, name: string) =>
  Rights.parse(resourceIn(template, 'AWS::IAM::Policy', `Spendwatch${name}Role`).properties).PolicyDocument
    .Statement;

/** Returns the errors of constructs, with which the CDK ends a synthesis. */
export const errorsOf = (stack: Stack): readonly string[] =>
  stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .flatMap(({ type, data }) => (type === 'aws:cdk:error' ? [String(data)] : []));
