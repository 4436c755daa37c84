import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandLines,
  formatTextBlocks,
  rowLines,
  tableLines,
  wrapped,
} from '../../../lib/notify/messages/text-layout.ts';
import { buildSection } from '../../../lib/notify/parts/document.ts';

describe('text', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 8, ['one two', 'three']],
    ['incomprehensible', 4, ['incomprehensible']],
    ['a incomprehensible b', 4, ['a', 'incomprehensible', 'b']],
    ['', 10, []],
  ])('%j is wrapped to %i columns', (words, width, lines) => {
    expect(wrapped(words, width)).toEqual(lines);
  });

  it('loses no word, and no line is too long that could be shorter', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        const lines = wrapped(all.join(' '), width);
        expect(lines.join(' ')).toBe(all.join(' '));
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

describe('rows', () => {
  it('are aligned, and long text continues below its beginning', () => {
    const rows = [
      ['Spent', '4.00 USD'],
      ['Share', { kind: 'meter', share: 0.55, words: '55%' }],
      ['Pace', 'a rather long figure that has to go on in the line below'],
      [
        'Drivers',
        {
          kind: 'table',
          rows: [
            ['one', '1'],
            ['two', '2'],
          ],
          names: [],
        },
      ],
      ['Last 2 h', { kind: 'trend', values: [1, null, 2], words: 'up to 2.00 USD/h' }],
    ] as const;
    expect(rowLines(rows, { width: 40 })).toEqual([
      'Spent     4.00 USD',
      'Share     [###########---------] 55%',
      'Pace      a rather long figure that has',
      '          to go on in the line below',
      'Drivers   one  1',
      '          two  2',
      'Last 2 h  ▅ █  up to 2.00 USD/h',
    ]);
  });

  it('share a column with Why and Next, which form one block', () => {
    const { parts } = buildSection({
      headline: 'So',
      opening: ['It is so.'],
      rows: [['Costs', '1'], null],
      because: 'it is',
      next: 'Nothing.',
    });
    expect(formatTextBlocks(parts, 40)).toEqual([
      'It is so.',
      '  Costs  1',
      '  Why    it is.\n  Next   Nothing.',
    ]);
  });
});

describe('commands', () => {
  const quick = { purpose: 'why', line: 'spendwatch explain a' };
  const long = { purpose: 'silence for a day', line: `spendwatch silence ${'x'.repeat(60)}` };

  it('stand beside their purpose where all of them fit', () => {
    expect(commandLines([quick, { ...quick, purpose: 'keep' }], 72)).toEqual([
      'why   spendwatch explain a',
      'keep  spendwatch explain a',
    ]);
  });

  it('stand alone where one is long, and are never broken', () => {
    expect(commandLines([quick, long], 72)).toEqual([quick.line, long.line]);
  });
});

describe('a table', () => {
  const rows = [
    ['train', '4.20', '', 'ada'],
    ['b', '10.00', ''],
  ];

  it('has columns as wide as their cells, and no empty column', () => {
    expect(tableLines({ rows, names: [] }, 40)).toEqual(['train  4.20   ada', 'b      10.00']);
    expect(tableLines({ rows, names: [], atRight: 1 }, 40)).toEqual(['train   4.20  ada', 'b      10.00']);
    expect(tableLines({ rows: [], names: [] }, 40)).toEqual([]);
  });

  it('shortens only names, as far as its width requires', () => {
    const long = [['n'.repeat(30), 'f'.repeat(30)]];
    expect(tableLines({ rows: long, names: [0] }, 60)).toEqual([`${'n'.repeat(25)}...  ${'f'.repeat(30)}`]);
    expect(tableLines({ rows: long, names: [0] }, 10)).toEqual([`${'n'.repeat(9)}...  ${'f'.repeat(30)}`]);
  });
});
