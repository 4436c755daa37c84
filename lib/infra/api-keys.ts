import { Annotations, CfnOutput } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/settings/deployment.ts';
import { readingParameter } from './reading-permissions.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

/** Gives each function the name of its key's parameter, and permission to read that one only. */
export function handKeys(
  scope: Construct,
  { onlyKey, viewerKey, editorKey }: Pick<Deployment, 'onlyKey' | 'viewerKey' | 'editorKey'>,
  legs: { readonly watch: SpendwatchFunction; readonly act: SpendwatchFunction },
  encryptedWith?: IKey,
): void {
  for (const [leg, key] of [
    [legs.watch, onlyKey ?? viewerKey],
    [legs.act, onlyKey ?? editorKey],
  ] as const) {
    leg.uses('SPENDWATCH_KEY_PARAMETER', key, ...readingParameter(scope, key, encryptedWith));
  }
  if (onlyKey !== undefined) warnOfOneKey(scope, onlyKey);
}

/** Warns at deployment about the risks of a single key for both functions. */
function warnOfOneKey(scope: Construct, name: string): void {
  const message =
    `${name} is the only API key. With an editor's key, the function that polls could also stop machines; ` +
    "with a viewer's key, nothing can be stopped. Set viewerKey and editorKey to avoid both.";
  // An info, as warnings fail a strict deployment.
  Annotations.of(scope).addInfoV2('spendwatch:one-key', message);
  new CfnOutput(scope, 'OneKey', { description: 'Security note', value: message });
}
