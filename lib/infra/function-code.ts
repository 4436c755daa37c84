import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { builtPolicyFile } from '../config/settings/built-policy.ts';

/** Where the package has the functions, which a checkout builds before it synthesizes. */
const builtAhead = join(import.meta.dirname, '../../dist/functions');

/** The context that names another folder of built functions. */
export const builtFunctions = 'spendwatch:functions';

/** Returns the code of a function that was built ahead, with a built policy beside it. Nothing is compiled here. */
export function functionCode(scope: Construct, name: string, policy: string | undefined): AssetCode {
  const from = join(scope.node.tryGetContext(builtFunctions) ?? builtAhead, name);
  const tryBundle = (to: string): true => {
    if (!existsSync(from)) throw new Error(`${from} does not exist: run "npm run build" first`);
    cpSync(from, to, { recursive: true });
    if (policy !== undefined) writeFileSync(join(to, builtPolicyFile), policy);
    return true;
  };
  return Code.fromAsset(import.meta.dirname, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never used, as the code is copied here.
      image: DockerImage.fromRegistry('scratch'),
      local: { tryBundle },
      // Makes the asset of each function and policy one of its own.
      command: [from, policy ?? ''],
    },
  });
}
