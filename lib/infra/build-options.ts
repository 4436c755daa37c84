import { join } from 'node:path';

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
