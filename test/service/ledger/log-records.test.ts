import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDamageOffset } from '../../../lib/service/ledger/log-records.ts';
import { isWhole } from '../../support/tier.ts';

/** The short tier tries one byte of five. */
const step = () => (isWhole() ? 1 : 5);

/** What LevelDB itself writes: ten records, one of which spans several blocks. */
let log: Buffer;
let manifest: Buffer;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-log-'));
  const level = new ClassicLevel(folder);
  for (let key = 0; key < 10; key += 1)
    await level.put(`key-${key}`, `${key}`.repeat(key === 5 ? 100_000 : 60));
  await level.close();
  const read = async (form: RegExp) => {
    const name = (await readdir(folder)).find((found) => form.test(found)) ?? '';
    return readFile(join(folder, name));
  };
  [log, manifest] = [await read(/\.log$/), await read(/^MANIFEST/)];
  await rm(folder, { recursive: true });
});

const flipped = (at: number, bits = 1): Buffer => {
  const bytes = Buffer.from(log);
  bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
  return bytes;
};

describe('the log of a database', () => {
  it('is valid as LevelDB writes it', () => {
    expect(log.length).toBeGreaterThan(100_000);
    expect(findDamageOffset(log)).toBe(null);
    expect(findDamageOffset(manifest)).toBe(null);
    expect(findDamageOffset(Buffer.alloc(0))).toBe(null);
  });

  it('is damaged where any bit of a record before the last is flipped', () => {
    for (let at = 0; at < log.length - 1_000; at += at < 1_200 ? step() : 997)
      expect(findDamageOffset(flipped(at)), `at ${at}`).not.toBe(null);
  });

  it('is not damaged where a killed process or a lost end left it cut off', () => {
    for (let length = 0; length < log.length; length += length < 1_200 ? step() : 997)
      expect(findDamageOffset(log.subarray(0, length)), `${length} bytes`).toBe(null);
    for (const lost of [1, 10, 60])
      expect(findDamageOffset(Buffer.concat([log.subarray(0, -lost), Buffer.alloc(lost)]))).toBe(null);
  });

  it('is damaged where a bit of the last record is flipped, also of its length', () => {
    for (let at = log.length - 60; at < log.length; at += 1)
      for (let bit = 0; bit < 8; bit += 1)
        expect(findDamageOffset(flipped(at, 1 << bit)), `bit ${bit} at ${at}`).not.toBe(null);
  });

  it('is not damaged by preallocated space that was never written', () => {
    expect(findDamageOffset(Buffer.concat([log, Buffer.alloc(70_000)]))).toBe(null);
  });
});
