import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, type Source, sourcesIn } from './imports.ts';
import { layers } from './layers.ts';
import type { Layer } from './rule-layers.ts';

const sources = sourcesIn('lib', 'bin', 'functions');

function isWithin(path: string, place: string): boolean {
  const [folder = place, name] = place.split('**/');
  if (name !== undefined) return path.startsWith(folder) && basename(path) === name;
  return path === place || path.startsWith(`${place}/`);
}

const longestOf = (path: string, all: readonly Layer[]): Layer | undefined =>
  all.filter((layer) => isWithin(path, layer.path)).sort((a, b) => b.path.length - a.path.length)[0];

const layerOf = (path: string): Layer | undefined =>
  longestOf(
    path,
    layers.filter(({ holds }) => holds !== undefined),
  );

/** Whether a place names a file; a layer inside of another one must be named itself. */
const isNamedBy = (place: string, file: string): boolean => {
  const layer = layerOf(file)?.path ?? '';
  return isWithin(file, place) && (layer === place || !layer.startsWith(`${place}/`));
};

/** What a file imports and its layer does not let it. */
function strangersOf({ path, files, packages }: Source): string[] {
  const { imports, packages: allowed = [] } = longestOf(path, layers) ?? { imports: [] };
  return [
    ...files.filter(
      (file) => layerOf(file) !== layerOf(path) && !imports.some((place) => isNamedBy(place, file)),
    ),
    ...packages.filter((name) =>
      allowed === 'any' ? isOfInfra(name) && path !== 'bin/cdk.ts' : !allowed.includes(name),
    ),
  ].map((name) => `${path} imports ${name}`);
}

const isOfInfra = (name: string): boolean => name === 'aws-cdk-lib' || name === 'constructs';

describe('the layers', () => {
  it('import only what their row names', () => {
    expect(sources.flatMap(strangersOf)).toEqual([]);
  });

  it('have no cycle of imports, types included', () => {
    const cycles = cyclesIn(sources).filter(([first]) => !first?.startsWith('lib/decide/alerts/'));
    expect(cycles).toEqual([]);
  });

  it('have about 25 files in a folder at most', () => {
    const sizes = new Map<string, number>();
    for (const { path } of sources) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    expect([...sizes].filter(([, files]) => files > 26)).toEqual([]);
  });
});
