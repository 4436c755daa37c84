import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** The text of each file that a deployment adds to the code of a function. */
export type AddedFiles = Readonly<Record<string, string>>;

/** Returns the code of a function by its name, with the files that its deployment adds. */
export type FunctionCode = (scope: Construct, name: string, added: AddedFiles) => Code;

/** The key of a CDK context value, a `FunctionCode` that replaces the package as the source of code. */
export const codeContext = 'spendwatch:code';

/** Returns the code of a function, from the package unless the context says otherwise. Nothing is compiled here. */
export const functionCode: FunctionCode = (scope, ...function_) => {
  const codeOf: FunctionCode = scope.node.tryGetContext(codeContext) ?? builtAhead;
  return codeOf(scope, ...function_);
};

/** Returns the code of functions that were built into a folder. Nothing is compiled or bundled here. */
export const createBuiltCode =
  (folder: string): FunctionCode =>
  (scope, name, added) => {
    const built = join(folder, name);
    if (!existsSync(built)) throw new Error(`${built} does not exist: run "npm run build" first`);
    if (Object.keys(added).length === 0) return Code.fromAsset(built);
    // Beside the assets, so that it is there as long as these are.
    const withFiles = join(Stage.of(scope)?.outdir ?? 'cdk.out', 'spendwatch', scope.node.addr);
    rmSync(withFiles, { recursive: true, force: true });
    cpSync(built, withFiles, { recursive: true });
    for (const [file, text] of Object.entries(added)) writeFileSync(join(withFiles, file), text);
    return Code.fromAsset(withFiles);
  };

/** The package's folder of functions, which a checkout builds before it synthesizes. */
const builtAhead = createBuiltCode(join(import.meta.dirname, '../../dist/functions'));
