import { describe, expect, it } from 'vitest';
import { unusedMoves } from '../../lib/evidence/memory-moves.ts';
import { instant } from '../../lib/model/time/time.ts';

const mib = 2 ** 20;
type Reading = readonly [use: number | null, memory: number | null];
/** Returns the minutes of moves, by readings of a GPU minute by minute: its use, and its memory in MiB. */
const moves = (figures: readonly Reading[]) =>
  unusedMoves(
    figures.map(([use, memory], minute) => ({
      ...{ at: instant(minute * 60_000), use },
      memory: memory === null ? null : memory * mib,
    })),
  ).map((at) => at / 60_000);

describe('the memory of a GPU that is reported as unused (invariant 26)', () => {
  it.each<[string, Reading[], number[]]>([
    [
      'shows a broken exporter where it grows by 64 MiB',
      [
        [0, 1_000],
        [0, 1_064],
      ],
      [1],
    ],
    [
      'shows one where it falls by 64 MiB',
      [
        [0, 1_000],
        [0, 936],
      ],
      [1],
    ],
    [
      'shows one by each move',
      [
        [0, 0],
        [0, 500],
        [0, 500],
        [0, 0],
      ],
      [1, 3],
    ],
    [
      'shows one across readings without memory',
      [
        [0, 0],
        [0, null],
        [0, 500],
      ],
      [2],
    ],
    [
      'proves nothing where it stays',
      [
        [0, 70_000],
        [0, 70_000],
      ],
      [],
    ],
    [
      'proves nothing where it jitters by 63 MiB',
      [
        [0, 1_000],
        [0, 1_063],
        [0, 1_000],
      ],
      [],
    ],
    [
      'proves nothing where the GPU was used in between',
      [
        [0, 0],
        [40, 0],
        [0, 500],
      ],
      [],
    ],
    [
      'proves nothing where the GPU was used at its last reading',
      [
        [90, 40_000],
        [0, 0],
      ],
      [],
    ],
    [
      'proves nothing where the use is unknown anyway',
      [
        [null, 0],
        [null, 500],
      ],
      [],
    ],
  ])('%s', (_, figures, expected) => expect(moves(figures)).toEqual(expected));
});
