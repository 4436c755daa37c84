import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SeedResult } from './hunt.ts';
import { openRecord } from './hunt-record.ts';
import { emptyTally } from './oracle/oracle.ts';

const file = join(tmpdir(), `spendwatch-hunt-record-${process.pid}.jsonl`);
afterEach(() => rmSync(file, { force: true }));

const aResult = (seed: number): SeedResult => ({
  ...{ seed, targetHours: 72, isCalm: true, violations: [], failure: null },
  tally: { ...emptyTally(), turns: 9, faults: new Map([['refused', 3]]) },
});

it('the next hunt reads the results of seeds, except for a truncated line', () => {
  const record = openRecord(file, 'compute abc');
  for (const seed of [1, 2]) record.add(aResult(seed));
  appendFileSync(file, '\n{"of":"compute abc","result":{"seed":3');
  expect([...openRecord(file, 'compute abc').known]).toEqual([
    [1, aResult(1)],
    [2, aResult(2)],
  ]);
});

it('results for another cloud or from other sources are ignored', () => {
  openRecord(file, 'compute abc').add(aResult(1));
  expect(openRecord(file, 'runpod abc').known.size).toBe(0);
  expect(openRecord(file, 'compute abd').known.size).toBe(0);
});
