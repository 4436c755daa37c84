import { join } from 'node:path';
import { Annotations, type App } from 'aws-cdk-lib';
import { type Deployment, deploymentSettings, readDeployment } from '../config/deployment.ts';
import { SpendwatchStack } from './spendwatch-stack.ts';

/** Shows what can be written, and is nobody's own policy. */
const example = join(import.meta.dirname, '../../docs/spendwatch.example.yaml');

/**
 * A stack for each of the `stages` in `cdk.json`, side by side. What the command line gives, as in
 * `--context policy=spendwatch.yaml`, holds for every one of them.
 * @throws SettingsError with every mistake of a stage at once.
 */
export function addStages(app: App): readonly SpendwatchStack[] {
  const context = (name: string): unknown => app.node.tryGetContext(name);
  const given = Object.fromEntries(
    deploymentSettings.filter((name) => context(name) !== undefined).map((name) => [name, context(name)]),
  );
  const stages: Readonly<Record<string, unknown>> = Object(context('stages'));
  return Object.entries(stages).map(([name, written]) => {
    const stack = new SpendwatchStack(
      app,
      name,
      propsOf(readDeployment(name, { ...Object(written), ...given })),
    );
    if (Object(written).policy === undefined && given['policy'] === undefined) {
      Annotations.of(stack).addWarningV2(
        'spendwatch:example-policy',
        'the policy is the example of docs: give your own with --context policy=<path> before you deploy',
      );
    }
    return stack;
  });
}

function propsOf({ policy = example, onlyKey, viewerKey, editorKey, email, ...settings }: Deployment) {
  const { cloudUrl, ledger, subscriptions, account, region, ...others } = settings;
  const env = { ...(account !== undefined && { account }), ...(region !== undefined && { region }) };
  return {
    ...others,
    env,
    policy,
    ...(cloudUrl !== undefined && { cloudUrl }),
    ...(ledger !== undefined && { ledger }),
    apiKeys:
      onlyKey === undefined
        ? { kind: 'two' as const, viewer: viewerKey, editor: editorKey }
        : { kind: 'one' as const, name: onlyKey },
    subscriptions:
      email === undefined ? subscriptions : [...subscriptions, { to: email, from: 'info' as const }],
  };
}
