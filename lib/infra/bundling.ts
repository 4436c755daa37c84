import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import { builtPolicyFile } from '../config/settings/built-policy.ts';

const functions = join(import.meta.dirname, '../../functions');

/**
 * Options of esbuild for the functions. They shorten cold starts: the SDK's bundled ES modules start a third faster than
 * the runtime's own copy, and so do modules of Node that are not imported dynamically. The format is CommonJS, which
 * loads a module of Node on first use, while ES modules read all of its exports.
 */
export const buildOptions = {
  format: 'cjs',
  mainFields: ['module', 'main'],
  tsconfig: join(functions, 'tsconfig.json'),
  minify: true,
  sourcesContent: false,
  supported: { 'dynamic-import': false },
  /** Packages that are replaced by modules of ours. */
  alias: { '@aws-sdk/credential-provider-node': join(functions, 'no-credentials.mjs') },
} as const;

const { mainFields, tsconfig, minify, sourcesContent, supported, alias } = buildOptions;

/** Returns the build options in CDK's form, with the built policy beside the code. */
export const bundling = (policy: string | undefined): BundlingOptions => ({
  format: OutputFormat.CJS,
  mainFields: [...mainFields],
  tsconfig,
  bundleAwsSDK: true,
  minify,
  sourceMap: true,
  sourcesContent,
  logLevel: LogLevel.WARNING,
  esbuildArgs: {
    ...Object.fromEntries(
      Object.entries(supported).map(([feature, is]) => [`--supported:${feature}`, String(is)]),
    ),
    '--alias': Object.entries(alias).map(([asked, given]) => `${asked}=${given}`),
  },
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

/** Writes a built policy for the bundler. Equal text gives an equal path, so that it is bundled once. */
export function writePolicy(scope: Construct, text: string): string {
  const folder = Stage.of(scope)?.assetOutdir ?? '.';
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(folder, `policy.${digest}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  return path;
}
