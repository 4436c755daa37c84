import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Listed = z.object({
  packages: z.record(z.string(), z.array(z.string())),
  bill: z.unknown(),
});

/** Functions that were built, with the packages in each by its name, and the CycloneDX document of all of these. */
export type BuiltFunctions = { readonly folder: string } & z.infer<typeof Listed>;

const getPackagesPath = (folder: string) => join(folder, 'packages.json');

/** Writes the packages of functions beside them, for a release that is made without the sources. */
export function writeBuiltFunctions({ folder, packages, bill }: BuiltFunctions): void {
  writeFileSync(getPackagesPath(folder), JSON.stringify({ packages, bill }));
}

/** Reads functions that were built. @throws where they are not there, or were not built for a release. */
export const readBuiltFunctions = (folder: string): BuiltFunctions => ({
  folder,
  ...Listed.parse(JSON.parse(readFileSync(getPackagesPath(folder), 'utf8'))),
});
