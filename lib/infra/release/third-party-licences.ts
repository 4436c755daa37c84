import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { listPackageFolders } from './bill-of-materials.ts';

/** The name of the file with licences beside a bundle. */
export const licencesFile = 'LICENSES.txt';

/** The licence in a package manifest; in older packages it is an object. */
const License = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]);
const Manifest = z.object({ name: z.string(), version: z.string(), license: License.optional() });

/**
 * Returns the licences of the packages that files come from, each text once. Most licences require their text with every
 * copy of the code, and the bundler keeps only the comments that are marked for it.
 * @param files the inputs of bundles, from the folder `top` on
 */
export function thirdPartyLicences(files: readonly string[], top: string): string {
  const packages = new Map<string, string[]>();
  for (const folder of [...listPackageFolders(files)].toSorted()) {
    const path = join(top, folder);
    const {
      name,
      version,
      license = 'see its text',
    } = Manifest.parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')));
    const text = readLicenceTexts(path);
    packages.set(text, [...(packages.get(text) ?? []), `${name}@${version} (${license})`]);
  }
  const sections = [...packages].map(([text, names]) =>
    [[...new Set(names)].join('\n'), ...(text === '' ? [] : [text])].join('\n\n'),
  );
  return `This code contains the following packages, under the licences below.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Returns the texts of the licence and the notice in the folder of a package. */
function readLicenceTexts(folder: string): string {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name));
  return names
    .toSorted()
    .filter((name) => !/\.(?:js|ts|json)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
