import { expect, it } from 'vitest';
import { scaled } from '../support/tier.ts';
import { catches } from './bugs/catches.ts';
import { twinBugs } from './bugs/twin-bugs.ts';
import { cutScenario } from './cut.ts';
import { drawTwin } from './draw/draw-twin.ts';
import { violationInWords } from './hunt.ts';
import { simulate } from './run.ts';

const seeds = Array.from({ length: scaled(5) }, (_, index) => index + 1);

it.each(seeds)(
  'Every invariant holds for a day in which a second connection leads to the same account, by seed %i (invariant 29)',
  async (seed) => {
    const { violations, tally } = await simulate(cutScenario(drawTwin(seed), { hours: 12 }), {
      replayOneIn: 20,
    });
    expect(violations.map(violationInWords)).toEqual([]);
    expect(tally.turns).toBeGreaterThan(20);
  },
);

catches(twinBugs, drawTwin);
