import { expect, it } from 'vitest';
import type { Delivery } from '../../lib/notify/notifier.ts';
import { scaled } from '../support/tier.ts';
import type { Bug } from './bugs/bug.ts';
import { catches } from './bugs/catches.ts';
import { withNotifiers } from './bugs/plant.ts';
import { cutScenario } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { simulate } from './run.ts';

/** Receivers that answer 200 and confirm nothing, as a login page does: nobody reads the message. */
const answering = (answer: Delivery) => withNotifiers(() => async () => answer);

const bugs: readonly Bug[] = [
  {
    name: 'a receiver that answers 200 without confirming counts as notified',
    seed: 1,
    hours: 16,
    breaks: [2, 8, 16],
    plant: () => answering({ kind: 'delivered' }),
  },
];

const seeds = Array.from({ length: scaled(3) }, (_, index) => index + 1);

it.each(seeds)(
  'Nothing is stopped where no receiver confirms a message, by seed %i (invariant 28)',
  async (seed) => {
    const scenario = cutScenario(drawScenario(seed), { hours: 16, without: ['connections', 'overrides'] });
    const because = 'it answered 200 with a login page';
    const options = { ...answering({ kind: 'unacknowledged', because }), replayOneIn: 1_000 };
    const { violations, tally } = await simulate(scenario, options);
    expect(violations.filter(({ invariant }) => invariant === 2 || invariant === 16)).toEqual([]);
    expect(tally.deliveries).toBe(0);
    expect(tally.turns).toBeGreaterThan(10);
  },
);

catches(bugs);
