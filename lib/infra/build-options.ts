import { join } from 'node:path';

const functions = join(import.meta.dirname, '../../functions');

/**
 * How esbuild makes what ships. The SDK's ES modules, bundled, start a third faster than the runtime's own copy; so
 * does not letting it load parts of Node late. CommonJS has what it takes from Node only when that is used; ES modules
 * read every name that a part of Node has.
 */
export const buildOptions = {
  format: 'cjs',
  mainFields: ['module', 'main'],
  tsconfig: join(functions, 'tsconfig.json'),
  minify: true,
  sourcesContent: false,
  supported: { 'dynamic-import': false },
  /** What a package asks for, and what it is given instead. */
  alias: { '@aws-sdk/credential-provider-node': join(functions, 'no-credentials.mjs') },
} as const;
