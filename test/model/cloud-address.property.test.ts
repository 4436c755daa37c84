import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameAddress } from '../../lib/model/cloud-address.ts';
import { anyRespelled, spellings } from '../support/spellings.ts';
import { runs } from '../support/tier.ts';

const address = 'https://api.example.com/v1/api';

describe('Two addresses are the same one', () => {
  it.each(spellings)('where one of them has %s (invariant 29)', (_, respell) => {
    expect(respell(address)).not.toBe(address);
    expect(isSameAddress(address, respell(address))).toBe(true);
  });

  it('however often and in whatever order one of them is spelled in other ways (invariant 29)', () => {
    fc.assert(
      fc.property(anyRespelled, anyRespelled, (one, other) => {
        expect(isSameAddress(one.address, one.respelled)).toBe(true);
        expect(isSameAddress(one.respelled, one.address)).toBe(true);
        expect(isSameAddress(one.respelled, other.respelled)).toBe(one.address === other.address);
      }),
      runs(500),
    );
  });

  it.each([
    ['http://127.0.0.1:8080', 'http://localhost:8080/'],
    ['http://[::1]:8080', 'http://localhost:8080'],
    ['http://127.0.0.1', 'http://127.1:80'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('where a machine has two names, as in %s and %s', (one, other) => {
    // Often enough for the engine to optimize the functions called.
    const answers = Array.from({ length: 10_000 }, () => isSameAddress(one, other));
    expect(answers.indexOf(false)).toBe(-1);
  });

  it.each([
    ['https://api.example.com', 'https://api.old.example.com'],
    ['https://api.example.com', 'https://api.example.com:8443'],
    ['https://api.example.com/a', 'https://api.example.com/b'],
    ['https://api.example.com/a', 'https://api.example.com/a/b'],
    ['https://api.example.com/a%2Fb', 'https://api.example.com/a/b'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8081'],
    ['https://10.0.0.1', 'https://10.0.0.2'],
    ['', 'https://api.example.com'],
  ])('but not where they lead to two places, as %s and %s do', (one, other) => {
    expect(isSameAddress(one, other)).toBe(false);
  });
});
