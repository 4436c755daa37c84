import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { billOfMaterials, readPackageVersions } from '../lib/infra/release/bill-of-materials.ts';
import type { BuiltFunctions } from '../lib/infra/release/built-functions.ts';
import { buildFunctions } from './build-functions.ts';

/** Builds the functions into `dist`, and lists their packages. */
export function buildForRelease(): BuiltFunctions {
  // Source maps contain paths relative to this folder, which are the same in every checkout.
  const top = join(import.meta.dirname, '..');
  const folder = join(top, 'dist/functions');
  const inputs = buildFunctions(folder);
  const packages = Object.fromEntries(
    [...inputs].map(([name, files]) => [name, [...readPackageVersions(files, top)].toSorted()]),
  );
  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const everything: unknown = JSON.parse(
    execFileSync('npm', npm, { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  return { folder, packages, bill: billOfMaterials(everything, new Set(Object.values(packages).flat())) };
}
