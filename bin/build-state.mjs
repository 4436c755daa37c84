// Where the build is, and whether it is that of the sources. It depends on Node only, as it runs before an installation.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');

export const buildFile = (name) => join(top, 'dist', name);

/** Reports whether there is a build, and no source of a checkout is newer. A package has no sources. */
export function isBuilt() {
  const program = buildFile('spendwatch.js');
  if (!existsSync(program)) return false;
  const sources = join(top, 'lib');
  if (!existsSync(sources)) return true;
  const { mtimeMs } = statSync(program);
  return readdirSync(sources, { recursive: true }).every(
    (name) => statSync(join(sources, name)).mtimeMs <= mtimeMs,
  );
}
