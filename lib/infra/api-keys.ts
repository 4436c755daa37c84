import { Annotations } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { DeployedConnection } from '../config/deployment/built-connections.ts';
import type { Deployment } from '../config/deployment/deployment.ts';
import type { AddOutput } from './outputs.ts';
import { readingParameter } from './reading-permissions.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

/** Returns a KMS key that is given as a construct or an ARN. */
export const toKmsKey = (scope: Construct, id: string, key: IKey | string | undefined): IKey | undefined =>
  typeof key === 'string' ? Key.fromKeyArn(scope, id, key) : key;

type Keys = Pick<Deployment, 'onlyKey' | 'viewerKey' | 'editorKey' | 'connections'>;

/** Gives each function the names of the parameters of its keys, and permission to read only those. */
export function handKeys(
  scope: Construct,
  { onlyKey, viewerKey, editorKey, connections }: Keys,
  legs: { readonly watch: SpendwatchFunction; readonly act: SpendwatchFunction },
  addOutput: AddOutput,
  encryptedWith?: IKey,
): void {
  if (connections !== undefined) {
    handConnections(scope, connections, legs, addOutput, encryptedWith);
    return;
  }
  for (const [leg, key] of [
    [legs.watch, onlyKey ?? viewerKey],
    [legs.act, onlyKey ?? editorKey],
  ] as const) {
    leg.uses('SPENDWATCH_KEY_PARAMETER', key, ...readingParameter(scope, key, encryptedWith));
  }
  if (onlyKey !== undefined) warnOfOneKey(scope, onlyKey, addOutput);
  tellOfReaders(scope, onlyKey ?? editorKey, addOutput, encryptedWith);
}

/** Grants access to the keys of listed connections. The names of their parameters are in the code of the functions. */
function handConnections(
  scope: Construct,
  connections: readonly DeployedConnection[],
  { watch, act }: Parameters<typeof handKeys>[2],
  addOutput: AddOutput,
  encryptedWith: IKey | undefined,
): void {
  const viewers = new Set(connections.map(({ viewerKey }) => viewerKey));
  const editors = new Set(connections.map(({ viewerKey, editorKey = viewerKey }) => editorKey));
  for (const key of viewers) watch.may(...readingParameter(scope, key, encryptedWith));
  for (const key of editors) act.may(...readingParameter(scope, key, encryptedWith));
  const both = [...editors].filter((key) => viewers.has(key));
  if (both.length > 0) warnOfOneKey(scope, both.join(', '), addOutput);
  tellOfReaders(scope, [...editors].join(', '), addOutput, encryptedWith);
}

/** Warns at deployment about the risks of a single key for both functions. */
function warnOfOneKey(scope: Construct, name: string, addOutput: AddOutput): void {
  const message =
    `${name} is the only API key. With an editor's key, the function that polls could also stop VMs; ` +
    "with a viewer's key, nothing can be stopped. Set viewerKey and editorKey to avoid both.";
  // An info, as warnings fail a strict deployment.
  Annotations.of(scope).addInfo(message);
  addOutput(scope, 'OneKey', 'Security note', message);
}

/** Adds an output with who can read the API keys, and warns at synthesis while everyone in the account may. */
function tellOfReaders(
  scope: Construct,
  name: string,
  addOutput: AddOutput,
  encryptedWith: IKey | undefined,
): void {
  const warning =
    `WARNING: everyone in the account who may call ssm:GetParameter, which ReadOnlyAccess of AWS allows, can read the API key in ${name} ` +
    'and stop or delete VMs with that key. Set apiKeysKey to a KMS key of your own, as docs/deploying.md says';
  if (encryptedWith === undefined) Annotations.of(scope).addInfo(warning);
  const readers =
    encryptedWith === undefined
      ? warning
      : `Everyone whom the policy of ${encryptedWith.keyArn} allows to decrypt`;
  addOutput(scope, 'ApiKeys', 'Who can read the API keys', readers);
}
