import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../lib/model/connection-name.ts';
import { ProjectId, projectTarget, TargetId } from '../../lib/model/ids.ts';
import { partitionCount, wholeFleet } from '../../lib/model/shard.ts';
import { instant } from '../../lib/model/time/time.ts';
import * as keys from '../../lib/record/keys.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { at } from '../support/at.ts';
import { lab } from '../support/builders/observation-builders.ts';
import { anyInstant } from './model-values.ts';

const moment = at('2026-11-21T05:16:00');
const digest = 'ab12';

describe('a key', () => {
  // Fixed here, since ledgers in use are stored under these keys.
  it.each([
    ['a head', keys.headKey(lab), 'shard#14', 'project/lab'],
    [
      'a part of a head',
      keys.headChunkKey(lab, 42, digest, 3),
      'head#project/lab',
      'head#000000000042#ab12#003',
    ],
    [
      'a sample',
      keys.momentKey(lab, 'observed', moment, 0),
      'project/lab',
      'observed#2026-11-21T05:16:00.000Z#000',
    ],
    [
      'usage samples',
      keys.momentKey(lab, 'use', moment, 1),
      'project/lab',
      'use#2026-11-21T05:16:00.000Z#001',
    ],
    ['an hour', keys.meterKey(lab, 'hour', moment), 'project/lab', 'hour#2026-11-21T05:16:00.000Z'],
    ['a day', keys.meterKey(lab, 'day', moment), 'project/lab', 'day#2026-11-21T05:16:00.000Z'],
    ['a month', keys.meterKey(lab, 'month', moment), 'project/lab', 'month#2026-11-21T05:16:00.000Z'],
    [
      'an audit line',
      keys.journalKey(lab, { at: moment, id: 'lab#budget' }),
      'project/lab',
      'log#2026-11-21T05:16:00.000Z#lab#budget',
    ],
    ['a note of blindness', keys.noteKey({ matter: 'clock' }), 'noted', 'clock'],
    [
      'a note of the blindness of a connection',
      keys.noteKey({ matter: 'clock', connection: ConnectionName.parse('eu') }),
      'noted',
      'clock@eu',
    ],
    ['the control record', keys.controlKey, 'control', 'caps'],
  ])('of %s never changes', (_, key, pk, sk) => {
    expect(key).toEqual({ pk, sk });
  });

  it('to sort by fits into 1,024 bytes, however long the id of an audit line is', () => {
    const [first, second] = ['a', 'b'].map((end) =>
      keys.journalKey(lab, { at: moment, id: 'ж'.repeat(2_000) + end }),
    );
    expect(Buffer.byteLength(first?.sk ?? '')).toBeLessThan(1_024);
    expect(first).not.toEqual(second);
  });

  it('sorts in order of time', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, (left, right) => {
        const order = Math.sign(left - right);
        for (const kind of ['hour', 'day', 'month'] as const) {
          expect(compare(keys.meterKey(lab, kind, left).sk, keys.meterKey(lab, kind, right).sk)).toBe(order);
        }
        expect(
          compare(keys.momentKey(lab, 'observed', left, 0).sk, keys.momentKey(lab, 'observed', right, 0).sk),
        ).toBe(order);
      }),
    );
  });

  it.each([-62_167_219_200_001, 253_402_300_800_000, Number.MAX_SAFE_INTEGER])(
    'is refused for the moment %i, whose year does not have four digits',
    (outside) => {
      expect(() => keys.momentKey(lab, 'observed', instant(outside), 0)).toThrow(LedgerError);
    },
  );
});

describe('a range of keys', () => {
  it('covers exactly the moments from its first up to, but without, its last', () => {
    const near = fc.integer({ min: -2, max: 2 }).map((by) => instant(moment + by));
    const any = fc.oneof(near, anyInstant);
    fc.assert(
      fc.property(any, any, any, fc.nat(999), fc.string(), (found, from, until, chunk, id) => {
        const isIn = found >= from && found < until;
        const sample = keys.momentKey(lab, 'observed', found, chunk);
        const line = keys.journalKey(lab, { at: found, id });
        expect(holds(keys.historyRange(lab, 'observed', from, until), sample)).toBe(isIn);
        expect(holds(keys.historyRange(lab, 'log', from, until), line)).toBe(isIn);
        expect(holds(keys.historyRange(lab, 'day', from, until), keys.meterKey(lab, 'day', found))).toBe(
          isIn,
        );
      }),
    );
  });

  it('of heads covers every target, and nothing else', () => {
    const names = ['a', 'zz', '~', '🦊', '\uffff', 'lab#observed#2026'];
    const targets = names
      .flatMap((name) =>
        ['project', 'project@0', 'project@zz', 'account', 'account@eu'].map((of) => `${of}/${name}`),
      )
      .map((id) => TargetId.parse(id));
    for (const target of targets) {
      const key = keys.headKey(target);
      expect(keys.headRanges(wholeFleet).filter((range) => holds(range, key))).toHaveLength(1);
    }
  });

  it('of older parts of heads covers those of every earlier seq only', () => {
    const older = keys.earlierHeadChunks(lab, 10);
    const held = [1, 9, 10, 11, 100].filter((seq) => holds(older, keys.headChunkKey(lab, seq, digest, 0)));
    expect(held).toEqual([1, 9]);
  });

  it('of one head’s parts covers all of them, and none of another’s', () => {
    const range = keys.headChunks(lab, 10, digest);
    expect(holds(range, keys.headChunkKey(lab, 10, digest, 0))).toBe(true);
    expect(holds(range, keys.headChunkKey(lab, 10, digest, 999))).toBe(true);
    expect(holds(range, keys.headChunkKey(lab, 10, 'ab13', 0))).toBe(false);
    expect(holds(range, keys.headChunkKey(lab, 11, digest, 0))).toBe(false);
  });
});

it('targets are spread over all partitions of heads', () => {
  const used = new Set(
    Array.from(
      { length: 400 },
      (_, index) => keys.headKey(projectTarget(null, ProjectId.parse(`team-${index}`))).pk,
    ),
  );
  expect(used.size).toBe(partitionCount);
});

/** Compares keys by their bytes, as the table does. */
const compare = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

const holds = (range: keys.KeyRange | null, key: keys.Key): boolean =>
  range !== null &&
  range.pk === key.pk &&
  compare(range.first, key.sk) <= 0 &&
  compare(key.sk, range.last) <= 0;
