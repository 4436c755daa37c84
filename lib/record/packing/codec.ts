import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { GpuUse, type Sampling, UsagePoint, usageSlot, VmUsage } from '../../model/facts/usage.ts';
import { earlier, Instant, instant, later, milliseconds } from '../../model/time/time.ts';
import { type BitReader, type BitWriter, bitReader, bitWriter } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';
import { dictionary } from './dictionary.ts';
import { PackedHead, PackedMeters, packHead, packMeters, unpackHead, unpackMeters } from './packed-head.ts';
import { PackedObservation, packObservations, unpackObservations } from './packed-observation.ts';
import { PackedUse, packUse, unpackUse } from './packed-use.ts';

/**
 * The version of the stored form. The bytes of a head or a sample are this byte, a checksum and the length of the bits
 * in four bytes each, the bits, and JSON deflated with the dictionary. Any change to the meaning of stored bytes
 * requires a new version; bytes of other versions are unreadable.
 */
const version = 4;
const checksumAt = 1;
const lengthAt = 5;
const headerLength = 9;
/** The largest inflated size, far above any head, so that damaged bytes cannot fill the memory. */
const maxOutputLength = 256 * 1_024 * 1_024;

/**
 * Returns the codec of one kind of record, from what packs it into JSON and bits, and back. Decoding throws an error
 * that describes what is wrong with the bytes; the caller adds their target.
 */
const codecOf = <T, S extends z.ZodType, R extends T>(
  pack: (value: T, bits: BitWriter) => unknown,
  Packed: S,
  unpack: (packed: z.output<S>, bits: BitReader) => R,
) => ({
  encode: (value: T): Uint8Array => {
    const bits = bitWriter();
    return toBytes(pack(value, bits), bits);
  },
  decode: (bytes: Uint8Array): R => {
    const { json, bits } = fromBytes(bytes);
    return unpack(Packed.parse(json), bits);
  },
});

/** Observations of one target, oldest first. */
export const { encode: encodeObservations, decode: decodeObservations } = codecOf(
  packObservations,
  z.array(PackedObservation),
  unpackObservations,
);

export const { encode: encodeSampling, decode: decodeSampling } = codecOf(
  ({ at, usage }: Sampling, bits) => ({ at, usage: packUsage(usage, bits) }),
  z.object({ at: Instant, usage: StoredColumns }),
  ({ at, usage }, bits) => ({ at, usage: unpackUsage(usage, bits) }),
);

export const { encode: encodeUse, decode: decodeUse } = codecOf(packUse, PackedUse, unpackUse);

export const { encode: encodeHead, decode: decodeHead } = codecOf(packHead, PackedHead, unpackHead);

export const { encode: encodeMeters, decode: decodeMeters } = codecOf(packMeters, PackedMeters, unpackMeters);

const dictionaryChecksum = crc32(dictionary);

/**
 * Computes the CRC-32 of the bytes after the checksum and of the dictionary, since another dictionary would change the
 * meaning of the bytes. It detects every damage of up to 32 consecutive bits; the version byte is checked by itself.
 */
const checksumOf = (bytes: Uint8Array): number => crc32(bytes.subarray(lengthAt), dictionaryChecksum);

function toBytes(json: unknown, bits: BitWriter): Uint8Array {
  const numbers = bits.bytes();
  const header = Buffer.alloc(headerLength, version);
  header.writeUInt32BE(numbers.length, lengthAt);
  const text = deflateRawSync(JSON.stringify(json), { level: 9, dictionary });
  const bytes = Buffer.concat([header, numbers, text]);
  bytes.writeUInt32BE(checksumOf(bytes), checksumAt);
  return bytes;
}

function fromBytes(bytes: Uint8Array): { json: unknown; bits: BitReader } {
  if (bytes.length < headerLength) throw new RangeError('it is truncated');
  if (bytes[0] !== version)
    throw new RangeError(`it is stored in version ${bytes[0]}, and only version ${version} is known here`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (header.getUint32(checksumAt) !== checksumOf(bytes))
    throw new RangeError('its checksum does not match its bytes, which are damaged or incomplete');
  const end = headerLength + header.getUint32(lengthAt);
  const text = inflateRawSync(bytes.subarray(end), { dictionary, maxOutputLength });
  return { json: JSON.parse(text.toString()), bits: bitReader(bytes.subarray(headerLength, end)) };
}

/** The usage points of all VMs as columns; the first `count` of them belong to the first VM, and so on. */
const Columns = z.object({
  vm: z.array(VmUsage.shape.vm),
  count: z.array(z.number().int().min(0)),
  /** The first point of each VM, and the time to each point from the one before it: mostly the same, which takes no bits. */
  first: z.array(Instant.nullable()),
  after: z.array(z.number().int()),
  cpu: z.array(UsagePoint.shape.cpu),
  network: z.array(UsagePoint.shape.network),
  disk: z.array(UsagePoint.shape.disk),
  /** 1 for true, 0 for false, as columns of numbers are the most compact. */
  answers: z.array(z.number().nullable()),
});
/** Columns of signals, which most fleets have none of: one without any figure is left out. */
const Signals = z.object({
  gpusKnown: z.array(GpuUse.shape.known.nullable()),
  gpuBusiest: z.array(GpuUse.shape.busiest.nullable()),
  gpuMemory: z.array(GpuUse.shape.memory),
  /** 1 where the memory in use had moved. */
  gpuMemoryMoved: z.array(z.number().nullable()),
  logins: z.array(z.number().nullable()),
  /** 1 where a job reports its machine as in use. */
  alive: z.array(z.number().nullable()),
});
const PackedUsage = Columns.extend(Signals.partial().shape);

function packUsage(usages: readonly VmUsage[], bits: BitWriter): StoredColumns {
  const packed: z.infer<typeof Columns> = {
    vm: [],
    count: [],
    first: [],
    after: [],
    cpu: [],
    network: [],
    disk: [],
    answers: [],
  };
  const signals: z.infer<typeof Signals> = {
    ...{ gpusKnown: [], gpuBusiest: [], gpuMemory: [], gpuMemoryMoved: [] },
    ...{ logins: [], alive: [] },
  };
  for (const { vm, points } of usages) {
    packed.vm.push(vm);
    packed.count.push(points.length);
    const [first] = points;
    packed.first.push(first?.at ?? null);
    let before = first && earlier(first.at, usageSlot);
    for (const { at, cpu, network, disk, answers, gpu, logins, alive } of points) {
      packed.after.push(at - (before ?? at));
      before = at;
      packed.cpu.push(cpu);
      packed.network.push(network);
      packed.disk.push(disk);
      packed.answers.push(answers === null ? null : Number(answers));
      signals.gpusKnown.push(gpu?.known ?? null);
      signals.gpuBusiest.push(gpu?.busiest ?? null);
      signals.gpuMemory.push(gpu?.memory ?? null);
      signals.gpuMemoryMoved.push(gpu?.memoryMoved ? 1 : null);
      signals.logins.push(logins ?? null);
      signals.alive.push(alive ? 1 : null);
    }
  }
  const filled = Object.entries(signals).filter(([, column]) => column.some((cell) => cell !== null));
  return writeColumns({ ...packed, ...Object.fromEntries(filled) }, bits);
}

/** @throws an error that describes what is wrong with the stored form. */
function unpackUsage(stored: StoredColumns, bits: BitReader): VmUsage[] {
  const packed = PackedUsage.parse(readColumns(stored, bits));
  const { vm: names, count, first, after, cpu, network, disk, answers } = packed;
  const signal = (name: keyof typeof Signals.shape, index: number) =>
    packed[name] === undefined ? null : cellAt(packed[name], index);
  let next = 0;
  return names.map((vm, index) => {
    const points: UsagePoint[] = [];
    let at = earlier(cellAt(first, index) ?? instant(0), usageSlot);
    for (const end = next + cellAt(count, index); next < end; next += 1) {
      const answered = cellAt(answers, next);
      const known = signal('gpusKnown', next);
      const busiest = signal('gpuBusiest', next);
      const logins = signal('logins', next);
      at = later(at, milliseconds(cellAt(after, next)));
      points.push({
        at,
        cpu: cellAt(cpu, next),
        network: cellAt(network, next),
        disk: cellAt(disk, next),
        answers: answered === null ? null : answered !== 0,
        ...(known !== null &&
          busiest !== null && {
            gpu: {
              known,
              busiest,
              memory: signal('gpuMemory', next),
              ...(signal('gpuMemoryMoved', next) !== null && { memoryMoved: true }),
            },
          }),
        ...(logins !== null && { logins }),
        ...(signal('alive', next) !== null && { alive: true }),
      });
    }
    return { vm, points };
  });
}
