import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
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

/** Returns the code of functions that were built into a folder. Nothing is compiled or bundled here. */
export const builtInto =
  (folder: string): CodeOf =>
  (scope, name, policy) => {
    const built = join(folder, name);
    if (!existsSync(built)) throw new Error(`${built} does not exist: run "npm run build" first`);
    if (policy === undefined) return Code.fromAsset(built);
    // Beside the assets, so that it is there as long as these are.
    const withPolicy = join(Stage.of(scope)?.outdir ?? 'cdk.out', 'spendwatch', scope.node.addr);
    rmSync(withPolicy, { recursive: true, force: true });
    cpSync(built, withPolicy, { recursive: true });
    writeFileSync(join(withPolicy, builtPolicyFile), policy);
    return Code.fromAsset(withPolicy);
  };

/** The package's folder of functions, which a checkout builds before it synthesizes. */
const builtAhead = builtInto(join(import.meta.dirname, '../../dist/functions'));
