import { Annotations, CfnOutput } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { readingParameter } from './parameters.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

/** Names of SSM parameters, SecureStrings, that hold API keys. */
export type ApiKeys =
  | { readonly kind: 'two'; readonly viewer: string; readonly editor: string }
  | { readonly kind: 'one'; readonly name: string };

/** Each leg knows the name of its key, never the key, and may read that one. */
export function handKeys(
  scope: Construct,
  keys: ApiKeys,
  legs: { readonly watch: SpendwatchFunction; readonly act: SpendwatchFunction },
  encryptedWith?: IKey,
): void {
  const { viewer, editor } = keys.kind === 'one' ? { viewer: keys.name, editor: keys.name } : keys;
  for (const [leg, key] of [
    [legs.watch, viewer],
    [legs.act, editor],
  ] as const) {
    leg.uses('SPENDWATCH_KEY_PARAMETER', key, ...readingParameter(scope, key, encryptedWith));
  }
  if (keys.kind === 'one') warnOfOneKey(scope, keys.name);
}

/** What one key for both functions weakens, said where whoever deploys will see it. */
function warnOfOneKey(scope: Construct, name: string): void {
  const message =
    `${name} is the only API key. An editor's lets the function that polls stop machines too; ` +
    "a viewer's lets nothing be stopped. Two keys, viewerKey and editorKey, avoid both.";
  // No warning: a deployment that is strict about those would not take place.
  Annotations.of(scope).addInfoV2('spendwatch:one-key', message);
  new CfnOutput(scope, 'OneKey', { description: 'What is weaker than it could be', value: message });
}
