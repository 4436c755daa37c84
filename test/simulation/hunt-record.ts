import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { SeedResult } from './hunt.ts';

/** The results of seeds, a line each, in a file by which a hunt that was ended goes on. */
export type HuntRecord = {
  readonly known: ReadonlyMap<number, SeedResult>;
  add(result: SeedResult): void;
};

type Line = { readonly of: string; readonly result: SeedResult };

/** Opens a record; results of another cloud or of other sources count for nothing, as `of` names both. */
export function openRecord(file: string, of: string): HuntRecord {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // The last line is cut where the process died while it wrote.
  const known = new Map(
    lines.flatMap((line) => {
      const read = line.endsWith('}') ? readLine(line) : null;
      return read?.of === of ? [[read.result.seed, read.result] as const] : [];
    }),
  );
  return {
    known,
    add: (result) => appendFileSync(file, `\n${JSON.stringify({ of, result }, mapsAsPairs)}`),
  };
}

const mapsAsPairs = (_key: string, value: unknown): unknown =>
  value instanceof Map ? { pairs: [...value] } : value;

function readLine(line: string): Line | null {
  try {
    return JSON.parse(line, (_key, value) => (Array.isArray(value?.pairs) ? new Map(value.pairs) : value));
  } catch {
    return null;
  }
}
