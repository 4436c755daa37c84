import { describe, expect, it } from 'vitest';
import { asciiLine, oneLine } from '../../../lib/notify/parts/plain-text.ts';

describe('a line of text', () => {
  it.each([
    ['plain', 'plain'],
    ['  two\r\n lines\t', 'two lines'],
    ['\u001b[31mred', '?[31mred'],
    ['a\u0000b\u007fc\u009bd', 'a?b?c?d'],
    ['\u202eabc\u2066', '?abc?'],
    ['zero\u200bwidth', 'zero?width'],
    ['half \ud83d', 'half ?'],
    ['whole \u{1f600}', 'whole \u{1f600}'],
    ['para\u2029graph', 'para graph'],
    ['', '?'],
    [' \n ', '?'],
  ])('%j becomes %j', (text, expected) => {
    expect(oneLine(text, 50)).toBe(expected);
  });

  it('is cut at its limit, not in the middle of a character', () => {
    expect(oneLine('abcdefgh', 8)).toBe('abcdefgh');
    expect(oneLine('abcdefghi', 8)).toBe('abcde...');
    expect(oneLine(`abcd${'\u{1f600}'.repeat(4)}`, 8)).toBe('abcd?...');
  });
});

describe('a line of ASCII', () => {
  it.each([
    ['two\r\nlines', 'two lines'],
    ['Größe', 'Gro?e'],
    ['Crème brûlée', 'Creme brulee'],
    ['模型', '??'],
    ['ﬁne', 'fine'],
    ['\u00a0', '?'],
  ])('%j becomes %j', (text, expected) => {
    expect(asciiLine(text, 50)).toBe(expected);
  });

  it('is cut at its limit even when letters become several', () => {
    expect(asciiLine('\ufdfa'.repeat(50), 20)).toHaveLength(20);
  });
});
