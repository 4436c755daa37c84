import { Writable } from 'node:stream';

/** Makes a stream for one process to write to, and `text()`, which returns all that was written so far. */
export function keptStream() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
