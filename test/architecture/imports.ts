import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const checkout = join(import.meta.dirname, '../..');

/** A source file with all that it imports, types included: paths from the checkout, and names of packages. */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly packages: readonly string[];
};

const statement =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Reads every TypeScript file of some folders of the checkout. */
export function sourcesIn(...folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readSource(posix.join(folder, name))),
  );
}

function readSource(path: string): Source {
  const text = readFileSync(join(checkout, path), 'utf8');
  const names = [...text.matchAll(statement)].map(([, from, alone, later]) => from ?? alone ?? later ?? '');
  const isFile = (name: string): boolean => name.startsWith('.');
  return {
    path,
    text,
    files: names.filter(isFile).map((name) => posix.join(posix.dirname(path), name)),
    packages: names.filter((name) => !isFile(name)).map(packageOf),
  };
}

/** The files that import each other in a circle, directly or through others: one group a circle. */
export function cyclesIn(sources: readonly Source[]): string[][] {
  const filesOf = new Map(sources.map(({ path, files }) => [path, files]));
  const reachedFrom = (path: string): Set<string> => {
    const reached = new Set<string>();
    const open = [path];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const file of filesOf.get(next) ?? [])
        if (!reached.has(file)) {
          reached.add(file);
          open.push(file);
        }
    return reached;
  };
  const reach = new Map(sources.map(({ path }) => [path, reachedFrom(path)]));
  const circles = new Map<string, string[]>();
  for (const { path } of sources) {
    const circle = [...(reach.get(path) ?? [])].filter((file) => reach.get(file)?.has(path)).sort();
    if (circle.length > 0) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}
