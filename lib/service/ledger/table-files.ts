import { PbfReader } from 'pbf';
import { noBytes, stored, withByte } from './checksum.ts';
import { readLogEntries } from './log-records.ts';

/** Readers of the entries of a manifest by tag; LevelDB, `db/version_edit.cc`. */
const tags = { comparator: 1, compactPointer: 5, deletedFile: 6, newFile: 7 } as const;

/** Returns the size in bytes of each table that a manifest counts as part of the database, by its number. */
export function readTableSizes(manifest: Buffer): ReadonlyMap<number, number> {
  const tables = new Map<number, number>();
  for (const entry of readLogEntries(manifest)) {
    const reader = new PbfReader(entry);
    while (reader.pos < entry.length) {
      const tag = reader.readVarint();
      if (tag === tags.comparator) reader.readBytes();
      else if (tag === tags.newFile || tag === tags.deletedFile || tag === tags.compactPointer) {
        reader.readVarint();
        if (tag === tags.compactPointer) reader.readBytes();
        if (tag === tags.deletedFile) tables.delete(reader.readVarint());
        if (tag === tags.newFile) {
          tables.set(reader.readVarint(), reader.readVarint());
          reader.readBytes();
          reader.readBytes();
        }
      } else reader.readVarint();
    }
  }
  return tables;
}

const footerSize = 48;
const trailerSize = 5;
const magic = Buffer.from('57fb808b247547db', 'hex');
/** Types of blocks: as they are, and compressed. */
const lastType = 1;

/**
 * Reports whether every byte of a table is as it was written: LevelDB does not check what it reads of one. A table is
 * blocks, each with its type and its checksum, and a footer that says where the last two are; LevelDB,
 * `doc/table_format.md`.
 */
export function isWholeTable(table: Buffer): boolean {
  const end = table.length - footerSize;
  if (end < 0) return false;
  const [metaFrom = 0, indexFrom = 0, until] = blockEnds(table.subarray(0, end)).slice(-3);
  return until === end && table.subarray(end).equals(packTableFooter([metaFrom, indexFrom, until]));
}

/**
 * Returns where blocks begin and end. An end is found by its checksum, so that nothing needs to be decompressed. One in
 * 500 billion bytes seems an end by chance: where no end follows the last one found, it is taken for none, once.
 */
function blockEnds(blocks: Buffer): number[] {
  const ends = [0];
  let crc = noBytes;
  let last: { readonly at: number; readonly crc: number } | null = null;
  for (let tries = 0; tries < 2; tries += 1) {
    let at = 0;
    if (last !== null) {
      at = last.at + 1;
      crc = last.crc;
      ends.pop();
    }
    for (; at < blocks.length; at += 1) {
      const byte = blocks[at] ?? 0;
      crc = withByte(crc, byte);
      if (byte > lastType || at + trailerSize > blocks.length) continue;
      if (stored(crc) !== blocks.readUInt32LE(at + 1)) continue;
      last = { at, crc };
      at += trailerSize - 1;
      ends.push(at + 1);
      crc = noBytes;
    }
    if (ends.at(-1) === blocks.length || last === null) break;
  }
  return ends;
}

/** Returns the footer of a table from the borders of its last two blocks, the meta index and the index. */
function packTableFooter([metaFrom, indexFrom, until]: readonly [number, number, number]): Buffer {
  const footer = Buffer.alloc(footerSize);
  const sizes = [metaFrom, indexFrom - metaFrom - trailerSize, indexFrom, until - indexFrom - trailerSize];
  Buffer.from(sizes.flatMap(varint)).copy(footer);
  magic.copy(footer, footerSize - magic.length);
  return footer;
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
