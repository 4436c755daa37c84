import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCsv, withoutFormula } from '../../../lib/cli/tables/data-forms.ts';
import { buildRowRecords, type Columns, type DataValue } from '../../../lib/views/columns/column.ts';

const columns: Columns<DataValue> = {
  value: { value: (value) => value },
  shown: { title: 'SHOWN', text: () => 'for people only' },
  same: { value: () => 'x' },
};

describe('data for machines', () => {
  it.each<{ value: DataValue; cell: string }>([
    { value: '0.10', cell: '0.10' },
    { value: '-12.5', cell: '-12.5' },
    { value: null, cell: '' },
    { value: undefined, cell: '' },
    { value: true, cell: 'true' },
    { value: 'a, "b"', cell: '"a, ""b"""' },
    { value: 'two\nlines', cell: '"two\nlines"' },
    { value: '=HYPERLINK("x")', cell: '"\'=HYPERLINK(""x"")"' },
    { value: '@sum', cell: "'@sum" },
    { value: '-box', cell: "'-box" },
  ])('$value is $cell in CSV', ({ value, cell }) => {
    expect(asCsv([value], columns)).toBe(`value,same\n${cell},x\n`);
  });

  it('quotes every cell that a spreadsheet may run as a formula, in any form of the sign and after invisible characters', () => {
    const sign = fc.constantFrom(...'=+-@＝＋－＠﹦﹢﹣﹫−');
    const unseen = fc.string({
      unit: fc.constantFrom(...'\t\r\n \u00a0\u3000\u00ad\u200b\u2060\ufeff\u0000\u3164'),
      maxLength: 3,
    });
    fc.assert(
      fc.property(unseen, sign, fc.string(), (before, first, rest) => {
        const text = `${before}${first}x${rest}`;
        expect(withoutFormula(text)).toBe(`'${text}`);
      }),
    );
    expect(['-1.5', 'a=b', ' a', 'ａ', ''].map(withoutFormula)).toEqual(['-1.5', 'a=b', ' a', 'ａ', '']);
  });

  it('has a header also without rows', () => {
    expect(asCsv([], columns)).toBe('value,same\n');
  });

  it('has null for an unknown value', () => {
    expect(buildRowRecords([undefined, 0, false], columns).map(({ value }) => value)).toEqual([
      null,
      0,
      false,
    ]);
  });
});
