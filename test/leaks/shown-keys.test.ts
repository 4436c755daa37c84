import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyMark, secretKey } from '../support/api-key.ts';
import { keyWatch } from './shown-keys.ts';

describe('the watch for keys', () => {
  it('finds a mark however it is encoded, coloured and cut, and wherever it stands', () => {
    const around = fc.string({ maxLength: 40 });
    const encoded = fc.constantFrom<BufferEncoding>('utf8', 'base64', 'base64url');
    fc.assert(
      fc.property(around, around, encoded, fc.nat(200), (left, right, encoding, cut) => {
        const watch = keyWatch([keyMark]);
        const shown = Buffer.from(`${left}${secretKey}${right}`).toString(encoding);
        watch.poll('stdout', shown.slice(0, cut));
        watch.poll('stderr', 'between');
        watch.poll('stdout', `\u001b[31m${shown.slice(cut)}\u001b[39m`);
        expect(watch.found().length).toBeGreaterThan(0);
        expect(watch.found().join()).not.toContain(keyMark);
      }),
    );
  });

  it('finds nothing where there is nothing', () => {
    const watch = keyWatch([keyMark]);
    for (const piece of ['sk-', 'live', '-Zm9', 'x']) watch.poll('stdout', piece);
    expect(watch.found()).toEqual([]);
  });
});
