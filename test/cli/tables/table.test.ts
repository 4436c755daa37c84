import fc from 'fast-check';
import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cut, hanging, padded, wrap } from '../../../lib/cli/tables/cut.ts';
import { tableLines } from '../../../lib/cli/tables/table.ts';
import { instant } from '../../../lib/model/time/time.ts';
import type { Column } from '../../../lib/views/columns/column.ts';

type Row = { readonly name: string; readonly price: string; readonly note: string };

const plain = createColors(false);
const read = { now: instant(0), zone: 'UTC' };
const columns: Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, least: 6 },
  { title: 'USD/h', text: ({ price }) => price, align: 'right' },
  { title: 'NOTE', text: ({ note }) => note, least: 8, rank: 1 },
];
const rows: Row[] = [
  { name: 'train-7b', price: '13.80', note: 'idle for 2 h, protected' },
  { name: 'a-very-long-name', price: '0.30', note: '' },
];

describe('a table', () => {
  it.each([
    {
      what: 'shows everything where there is room, with numbers aligned right',
      width: Number.POSITIVE_INFINITY,
      lines: [
        'NAME              USD/h  NOTE',
        'train-7b          13.80  idle for 2 h, protected',
        'a-very-long-name   0.30',
      ],
    },
    {
      what: 'cuts the columns that may be cut, the widest first',
      width: 36,
      lines: ['NAME          USD/h  NOTE', 'train-7b      13.80  idle for 2 h, …', 'a-very-long…   0.30'],
    },
    {
      what: 'leaves out the least important column before a number is cut',
      width: 16,
      lines: ['NAME       USD/h', 'train-7b   13.80', 'a-very-l…   0.30'],
    },
    { what: 'cuts everything where there is hardly room', width: 6, lines: ['N…  U…', 't…  1…', 'a…  0…'] },
  ])('$what', ({ width, lines }) => {
    expect(tableLines(rows, columns, { width: width, colors: plain, ...read })).toEqual(lines);
  });

  it('leaves out an empty column, unless it must stay', () => {
    const silent = rows.map((row) => ({ ...row, note: '', price: '' }));
    expect(tableLines(silent, columns, { width: 80, colors: plain, ...read })[0]).toBe(
      'NAME              USD/h',
    );
  });

  it('colours cells after they were cut, so that no colour code is cut or counted', () => {
    const colors = createColors(true);
    const red = columns.map((column) => ({ ...column, tone: () => 'critical' as const }));
    const [, first = ''] = tableLines(rows, red, { width: 36, colors, ...read });
    expect(first).toContain(colors.red('idle for 2 h, …'));
    expect(stringWidth(first)).toBe(36);
  });

  it('never has a line that is wider than the terminal, whatever names hold', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: text, price: text, note: text }), { maxLength: 5 }),
        fc.integer({ min: 9, max: 120 }),
        (any, width) => {
          for (const line of tableLines(any, columns, { width: width, colors: plain, ...read })) {
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});

describe('text', () => {
  it.each([
    ['short', 8, 'short'],
    ['exactly8', 8, 'exactly8'],
    ['longer than that', 8, 'longer …'],
    ['日本語の名前', 7, '日本語…'],
    ['日本語の名前', 6, '日本…'],
    ['👩👩👩', 5, '👩👩…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['two\u001b[31m\nlines', 20, 'two[31mlines'],
    ['none', 0, ''],
  ])('%j is cut to %i cells', (text, width, expected) => {
    expect(cut(text, width)).toBe(expected);
  });

  it('is padded on either side by its display width', () => {
    expect([padded('日本', 6), padded('日本', 6, 'right')]).toEqual(['日本  ', '  日本']);
  });

  it('is broken between words', () => {
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(wrap('unbreakable-and-long no', 10)).toEqual(['unbreakab…', 'no']);
    expect(wrap('as it is', Number.POSITIVE_INFINITY)).toEqual(['as it is']);
  });

  it.each([
    ['  over     all projects', ['  over     all', '           projects']],
    ['  a choice of several', ['  a choice of', '  several']],
    ['a rule that says nothing', ['a rule that says', '  nothing']],
    ['\u001b[31mred', ['[31mred']],
    ['In total', ['In total']],
    ['28 observations', ['28 observations']],
    ['', ['']],
  ])('continuation lines after %j are indented', (line, lines) => {
    expect(hanging(line, 19)).toEqual(lines);
  });
});
