import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import { builtPolicyFile } from '../config/built-policy.ts';

/**
 * The SDK's ES modules, bundled, start a third faster than the runtime's own copy; so does not
 * letting it load parts of Node late. Packages that are no ES modules still ask for a `require`.
 */
export const bundling = (policy: string | undefined): BundlingOptions => ({
  format: OutputFormat.ESM,
  mainFields: ['module', 'main'],
  tsconfig: join(import.meta.dirname, '../../functions/tsconfig.json'),
  bundleAwsSDK: true,
  minify: true,
  sourceMap: true,
  sourcesContent: false,
  logLevel: LogLevel.WARNING,
  esbuildArgs: { '--supported:dynamic-import': 'false' },
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  commandHooks: {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (_input: string, output: string) =>
      policy === undefined
        ? []
        : [
            `node -e "require('fs').copyFileSync(...process.argv.slice(1))" "${policy}" "${output}/${builtPolicyFile}"`,
          ],
  },
});

/** Writes a built policy to where the bundler finds it: of one text always the same path, so that it bundles once. */
export function writePolicy(scope: Construct, text: string): string {
  const folder = Stage.of(scope)?.assetOutdir ?? '.';
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(folder, `policy.${digest}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  return path;
}
