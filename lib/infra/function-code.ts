import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { builtPolicyFile } from '../config/settings/built-policy.ts';

/** Returns the code of the function of a name, with a built policy where it needs one. */
export type CodeOf = (scope: Construct, name: string, policy: string | undefined) => Code;

/** The context that holds another source of code than the package, a `CodeOf`. */
export const codeContext = 'spendwatch:code';

/** Returns the code of a function, from the package unless the context says otherwise. Nothing is compiled here. */
export const functionCode: CodeOf = (scope, ...function_) => {
  const codeOf: CodeOf = scope.node.tryGetContext(codeContext) ?? builtAhead;
  return codeOf(scope, ...function_);
};

/** Returns the code of functions that were built into a folder. */
export const builtInto =
  (folder: string): CodeOf =>
  (_, name, policy) => {
    const from = join(folder, name);
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
        // Gives each function and policy its own asset.
        command: [from, policy ?? ''],
      },
    });
  };

/** The package's folder of functions, which a checkout builds before it synthesizes. */
const builtAhead = builtInto(join(import.meta.dirname, '../../dist/functions'));
