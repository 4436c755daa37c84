import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Listed = z.object({
  packages: z.record(z.string(), z.array(z.string())),
  bill: z.unknown(),
});

/** Built functions, with the packages in each function by its name, and the CycloneDX document of all packages. */
export type BuiltFunctions = { readonly folder: string } & z.infer<typeof Listed>;

const getPackagesPath = (folder: string) => join(folder, 'packages.json');

/** Writes the list of packages beside the functions, for a release without the sources. */
export function writeBuiltFunctions({ folder, packages, bill }: BuiltFunctions): void {
  writeFileSync(getPackagesPath(folder), JSON.stringify({ packages, bill }));
}

/** Reads built functions. @throws Error if they are missing, or were not built for a release. */
export const readBuiltFunctions = (folder: string): BuiltFunctions => ({
  folder,
  ...Listed.parse(JSON.parse(readFileSync(getPackagesPath(folder), 'utf8'))),
});
