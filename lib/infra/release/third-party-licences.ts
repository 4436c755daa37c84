import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { listPackageFolders } from './bill-of-materials.ts';

/** The file of licences beside a bundle. */
export const licencesFile = 'LICENSES.txt';

/** The field of older packages has an object. */
const License = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]);
const Manifest = z.object({ name: z.string(), version: z.string(), license: License.optional() });

/**
 * Returns the licences of the packages that files come from, each text once. Most licences ask that their text stands with
 * every copy of the code, and the bundler takes along only the comments that ask for it themselves.
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

/** Returns the licence and the notice of a package, as they stand in its folder. */
function readLicenceTexts(folder: string): string {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name));
  return names
    .toSorted()
    .filter((name) => !/\.(?:js|ts|json)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
