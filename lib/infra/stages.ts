import { join } from 'node:path';
import { Annotations, type App } from 'aws-cdk-lib';
import type { DeployedStages } from '../config/settings/deployed.ts';
import type { Deployment } from '../config/settings/deployment.ts';
import { readStages } from '../config/settings/stages.ts';
import { SpendwatchStack } from './spendwatch-stack.ts';

/** Shows what can be written, and is nobody's own policy. */
const example = join(import.meta.dirname, '../../docs/spendwatch.example.yaml');

/**
 * A stack for each of the `stages` in `cdk.json`, side by side, each of which says how its settings differ from those
 * that it was deployed with last.
 * @throws SettingsError with every mistake of every stage at once.
 */
export function addStages(app: App, deployed: DeployedStages): readonly SpendwatchStack[] {
  return readStages(app.node.getAllContext(), deployed).map(({ name, settings, says }) => {
    const stack = new SpendwatchStack(app, name, propsOf(settings));
    // What is recorded once this is deployed.
    stack.templateOptions.metadata = { settings };
    const notes = Annotations.of(stack);
    // No warnings: a deployment that is strict about those would not take place.
    says.forEach((sentence, index) => {
      notes.addInfoV2(`spendwatch:settings-${index + 1}`, sentence);
    });
    if (settings.policy === undefined) {
      notes.addWarningV2(
        'spendwatch:example-policy',
        `the policy is the example of docs: give your own as policy in cdk.json, under stages.${name}, before you deploy`,
      );
    }
    return stack;
  });
}

function propsOf({ policy = example, onlyKey, viewerKey, editorKey, email, ...settings }: Deployment) {
  const { cloudUrl, ledger, replacesLedger: _, subscriptions, account, region, ...others } = settings;
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
