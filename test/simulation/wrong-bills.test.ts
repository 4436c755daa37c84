import { expect, it } from 'vitest';
import { scaled } from '../support/tier.ts';
import { billBugs, losingBills } from './bugs/bill-bugs.ts';
import { catches } from './bugs/catches.ts';
import { cutScenario } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { violationInWords } from './hunt.ts';
import { simulate } from './run.ts';

const seeds = Array.from({ length: scaled(5) }, (_, index) => index + 1);

it.each(seeds)(
  'No spend is lost where the platform loses its bill for hours, by seed %i (invariant 27)',
  async (seed) => {
    const scenario = cutScenario(drawScenario(seed), { hours: 8, without: ['connections'] });
    const { violations, tally } = await simulate(scenario, { cloud: losingBills, replayOneIn: 1_000 });
    expect(violations.filter(({ invariant }) => invariant === 27).map(violationInWords)).toEqual([]);
    expect(tally.turns).toBeGreaterThan(10);
  },
);

it.each(seeds.map((seed) => 20 + seed))(
  'No VM is stopped and no alert is critical for spend that the platform reports twice, by seed %i (invariant 27)',
  async (seed) => {
    const cut = cutScenario(drawScenario(seed), { hours: 9, without: ['connections'] });
    const { violations, tally } = await simulate({ ...cut, billsTwice: true }, { replayOneIn: 1_000 });
    const aboutSpend = violations.filter(({ invariant }) => [1, 2, 27].includes(invariant));
    expect(aboutSpend.map(violationInWords)).toEqual([]);
    expect(tally.turns).toBeGreaterThan(10);
  },
);

catches(billBugs);
