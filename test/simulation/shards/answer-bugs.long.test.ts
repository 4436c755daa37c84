import { expect, it } from 'vitest';
import { answerBugs } from '../bugs/answer-bugs.ts';
import { catches } from '../bugs/catches.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { violationInWords } from '../hunt.ts';
import { simulate } from '../run.ts';

catches(answerBugs);

it.each([6, 12, 18, 48, 66])(
  'Every invariant holds for seed %i where people answer in the middle of runs',
  async (seed) => {
    const { violations, tally } = await simulate(
      { ...drawScenario(seed), isHasty: true },
      { replayOneIn: 20 },
    );
    expect(violations.map(violationInWords)).toEqual([]);
    expect(tally.acts).toBeGreaterThan(0);
  },
);
