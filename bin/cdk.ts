import { Annotations, App } from 'aws-cdk-lib';
import { SpendwatchStack } from '../lib/infra/spendwatch-stack.ts';

/** Names a policy that shows what can be written, and is nobody's own. */
const example = 'docs/spendwatch.example.yaml';

const app = new App();
/** From `cdk.json`, or from the command line: `--context email=ops@example.com`. */
const context = (name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return value === undefined ? undefined : String(value);
};

const policy = context('policy') ?? example;
const email = context('email');
const stack = new SpendwatchStack(app, context('stack') ?? 'Spendwatch', {
  policy,
  viewerKey: context('viewerKey') ?? '/spendwatch/viewer-key',
  editorKey: context('editorKey') ?? '/spendwatch/editor-key',
  reserveConcurrency: context('reserveConcurrency') !== 'false',
  ...(email !== undefined && { email }),
});
if (policy === example) {
  Annotations.of(stack).addWarningV2(
    'spendwatch:example-policy',
    `the policy is the example, ${example}: give your own with --context policy=<path> before you deploy`,
  );
}
