import { Annotations, CfnOutput } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { readingParameter } from './parameters.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

/** The names of the SSM parameters (SecureString) with the API keys. */
export type ApiKeys =
  | { readonly kind: 'two'; readonly viewer: string; readonly editor: string }
  | { readonly kind: 'one'; readonly name: string };

/** Gives each function the name of its key's parameter, and permission to read that one only. */
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

/** Explains at deployment what a single key for both functions weakens. */
function warnOfOneKey(scope: Construct, name: string): void {
  const message =
    `${name} is the only API key. With an editor's key, the function that polls could also stop machines; ` +
    "with a viewer's key, nothing can be stopped. Set viewerKey and editorKey to avoid both.";
  // An info, as warnings fail a strict deployment.
  Annotations.of(scope).addInfoV2('spendwatch:one-key', message);
  new CfnOutput(scope, 'OneKey', { description: 'Security note', value: message });
}
