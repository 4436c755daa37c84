import { describe, expect, it } from 'vitest';
import { hideKey } from '../../../lib/clouds/http/hide-key.ts';
import { secretKey } from '../../support/api-key.ts';

const hide = hideKey(secretKey);
const each = (form: (letter: string) => string): string => [...secretKey].map(form).join('');
const hex = (letter: string): string => letter.charCodeAt(0).toString(16);

// Invariant 12.
describe('a key that a reply repeats is hidden', () => {
  it.each([
    ['as it is', secretKey],
    ['in upper case', secretKey.toUpperCase()],
    ['in lower case', secretKey.toLowerCase()],
    ['spaced', [...secretKey].join(' ')],
    ['over several lines', [...secretKey].join('\n  ')],
    ['in an address', encodeURIComponent(secretKey)],
    ['in an address, in lower case', encodeURIComponent(secretKey).toLowerCase()],
    ['with every letter escaped for an address', each((letter) => `%${hex(letter)}`)],
    ['in JSON', JSON.stringify(secretKey).replaceAll('/', '\\/')],
    ['with every letter escaped for JSON', each((letter) => `\\u00${hex(letter)}`)],
    ['as a page writes it', each((letter) => `&#${letter.charCodeAt(0)};`)],
    ['in hexadecimal figures', Buffer.from(secretKey).toString('hex')],
    ['in hexadecimal figures with colons', each((letter) => `${hex(letter).toUpperCase()}:`)],
    ['in base64', Buffer.from(secretKey).toString('base64')],
    ['in base64 with more before it', Buffer.from(`Bearer ${secretKey}`).toString('base64')],
    ['in base64 with other things around it', Buffer.from(`{"k":"${secretKey}"}`).toString('base64url')],
  ])('%s', (_, form) => {
    const shown = hide(`before ${form} after`);
    expect(shown).toContain('[redacted]');
    expect(shown.length).toBeLessThan(60);
  });

  it('while nothing else is hidden', () => {
    const text = 'expected a number, got "sk-live" (404) at https://api.example.com/v1?x=%2F';
    expect(hide(text)).toBe(text);
  });

  it('quickly, however long the reply is', () => {
    expect(hideKey('a'.repeat(64))('a '.repeat(50_000)).length).toBeLessThan(50_000);
    expect(hide(`${secretKey.slice(0, -1)} `.repeat(5_000))).toContain('sk-live');
  });
});
