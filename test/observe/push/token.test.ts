import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { hours, instant, later } from '../../../lib/model/time/time.ts';
import { checkToken, mintToken } from '../../../lib/observe/push/token.ts';

const now = instant(Date.UTC(2026, 2, 10, 12));
const secret = 'a secret of some length, at least 32';
const holder = {
  provider: 'compute',
  machine: Subject.parse('project/ml-infra/vm/train-7b'),
  expires: later(now, hours(24)),
};

describe('a token', () => {
  it('proves which machine a push comes from, until it expires', () => {
    const token = mintToken(secret, holder);
    expect(checkToken(secret, token, now)).toEqual({ kind: 'valid', holder });
    expect(checkToken(secret, token, holder.expires)).toMatchObject({
      kind: 'rejected',
      because: expect.stringContaining('expired'),
    });
  });

  it.each(['train-7b', 'Ü. & co/42', '😀'.repeat(60), ' ', '..'])(
    'fits into a header for a machine called %s',
    (name) => {
      const machine = Subject.parse(`project/p/vm/${name}`);
      const token = mintToken(secret, { ...holder, machine });
      expect(token).toMatch(/^[\w.-]+$/);
      expect(checkToken(secret, token, now)).toMatchObject({ holder: { machine } });
    },
  );

  it('is invalid once one character is changed, or with another secret (invariant 19)', () => {
    const token = mintToken(secret, holder);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'aZ09-_.'), (index, character) => {
        fc.pre(token[index] !== character);
        const forged = token.slice(0, index) + character + token.slice(index + 1);
        const checked = checkToken(secret, forged, now);
        expect(checked.kind).toBe('rejected');
      }),
    );
    expect(checkToken(`${secret}.`, token, now).kind).toBe('rejected');
  });

  it.each([
    '',
    '.',
    'swt1',
    'swt1....',
    `swt1.compute..1.${'a'.repeat(43)}`,
    'a'.repeat(100_000),
    'swt1.\u0000',
  ])('is rejected where it is malformed: %j', (text) =>
    expect(checkToken(secret, text, now).kind).toBe('rejected'),
  );
});
