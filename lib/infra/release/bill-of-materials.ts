import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Component = z.looseObject({ 'bom-ref': z.string() });
const Bill = z.looseObject({
  serialNumber: z.string().optional(),
  metadata: z.looseObject({
    timestamp: z.string().optional(),
    component: z.looseObject({ name: z.string() }),
  }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Returns the CycloneDX document of the functions: npm's own document, reduced to the packages that the bundles
 * contain. Fields that change at each run are left out, so that equal content gives equal bytes.
 * @param everything the output of `npm sbom`, or a document that was reduced before
 * @param bundled the packages in the bundles, as "name@version"
 */
export function billOfMaterials(everything: unknown, bundled: ReadonlySet<string>): object {
  const { serialNumber: _, ...bill } = Bill.parse(everything);
  const { timestamp: _t, component, ...metadata } = bill.metadata;
  const root = String(component['bom-ref']);
  const names = new Set(bill.components.map((component) => component['bom-ref']));
  const missing = [...bundled].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(', ')}`);
  return {
    ...bill,
    metadata: { ...metadata, component: { ...component, name: 'spendwatch' } },
    components: bill.components
      .filter((component) => bundled.has(component['bom-ref']))
      .map((component) => ({ ...component, properties: [] })),
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === root || bundled.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => bundled.has(name)) })),
  };
}

const Named = z.object({ name: z.string(), version: z.string() });

/** Returns the folders of the packages that files come from. */
export const listPackageFolders = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));

/** Returns the packages that files come from, as "name@version". */
export function readPackageVersions(files: readonly string[], top: string): ReadonlySet<string> {
  return new Set(
    [...listPackageFolders(files)].map((folder) => {
      const { name, version } = Named.parse(
        JSON.parse(readFileSync(join(top, folder, 'package.json'), 'utf8')),
      );
      return `${name}@${version}`;
    }),
  );
}
