import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileSink, ReaderGoneError, streamSink } from '../../lib/cli/export/sink.ts';
import { SettingsError } from '../../lib/config/settings/settings-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-sink-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a file that is written to', () => {
  it('appears once it is complete', async () => {
    const path = join(folder, 'out');
    const sink = await fileSink(path);
    await sink.write('one\n');
    await sink.write('two\n');
    expect(await readdir(folder)).toEqual(['out.part']);
    await sink.finish();
    expect(await readdir(folder)).toEqual(['out']);
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('does not appear when it is discarded, and an earlier file stays', async () => {
    const path = join(folder, 'out');
    await writeFile(path, 'before');
    const sink = await fileSink(path);
    await sink.write('one');
    await sink.discard();
    expect(await readdir(folder)).toEqual(['out']);
    expect(await readFile(path, 'utf8')).toBe('before');
  });

  it('that cannot be put in place is an error with the reason', async () => {
    const path = join(folder, 'out');
    await mkdir(join(path, 'full'), { recursive: true });
    const sink = await fileSink(path);
    const error: unknown = await sink.finish().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettingsError);
    expect(error).toMatchObject({
      message: expect.stringContaining('--out names a file that cannot be written'),
    });
    expect(error).not.toHaveProperty('cause');
  });
});

describe('a stream that is written to', () => {
  it('is awaited when it is full', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const sink = streamSink(stream);
    let isDone = false;
    const writing = sink.write('much too much').then(() => {
      isDone = true;
    });
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    stream.resume();
    await writing;
    await sink.finish();
  });

  it.each([
    ['EPIPE', ReaderGoneError],
    ['EIO', Error],
  ])('that broke with %s fails the next write', async (code, kind) => {
    const stream = new PassThrough();
    const sink = streamSink(stream);
    stream.destroy(Object.assign(new Error('broken'), { code }));
    await new Promise(setImmediate);
    const error: unknown = await sink.write('more').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error instanceof ReaderGoneError).toBe(code === 'EPIPE');
  });
});
