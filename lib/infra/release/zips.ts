import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { buildPolicy } from '../../config/deployment/built-policy.ts';
import type { Mode } from '../../model/rules/step.ts';
import type { Policy } from '../../state/policy.ts';

/** The functions that are released; true if the function reads a policy. */
const functions = { act: true, alarm: false, answer: true, digest: true, push: false, watch: true };

/** The oldest time that a zip can hold, used so that equal content gives equal bytes; it has no time zone. */
const always = '1980-01-01T00:00:00';

/** A function's code, named by its content. */
export type FunctionZip = { readonly file: string; readonly content: Uint8Array };

/** Returns the digest of a file, as `sha256sum` shows it. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Returns the name of the policy of a mode, beside the code. */
export const policyFile = (mode: string): string => `policy.${mode}.json`;

/** Packs the functions that were built into a folder, with the policies to choose from. Equal content gives equal bytes. */
export function zipFunctions(
  folder: string,
  policies: Readonly<Record<Mode, Policy>>,
): ReadonlyMap<string, FunctionZip> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const built = Object.entries(policies).map(([mode, policy]) => [
    policyFile(mode),
    bytes(buildPolicy(policy)),
  ]);
  return new Map(
    Object.entries(functions).map(([name, readsPolicy]) => {
      const code = ['index.js', 'index.js.map'].map((file) => [file, readFileSync(join(folder, name, file))]);
      const entries: Zippable = Object.fromEntries([...code, ...(readsPolicy ? built : [])]);
      const content = zipSync(entries, { level: 9, mtime: always, os: 3, attrs: 0o644 << 16 });
      return [name, { file: `${name}.${sha256(content).slice(0, 16)}.zip`, content }];
    }),
  );
}
