import { afterEach, describe, expect, it } from 'vitest';
import { exportCharges } from '../../../lib/jobs/queries/export-charges.ts';
import { toTarget } from '../../../lib/model/ids.ts';
import { addCharges, type Charge, noCharge } from '../../../lib/model/money/money.ts';
import { sumOfShares, type Tags } from '../../../lib/model/money/share.ts';
import { hours, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { scenarioOf } from '../../../lib/simulators/compute/scenarios.ts';
import { type Story, tellStory } from '../../support/story.ts';
import { isWhole } from '../../support/tier.ts';

const policy = `
version: 1
timezone: Europe/London
attribute: [team]
rules: [{ name: small budget, budget: 100 USD a month }]
`;

const isMeasured = ({ kind }: Tags): boolean => kind !== 'reported';

let story: Story;
afterEach(() => story.close());

describe('an export of twenty hours of four projects', () => {
  it.runIf(isWhole())(
    'adds up to what was measured in their months, by hour and by day, with a resource on every row',
    async () => {
      const { start, events } = scenarioOf('demo', 3);
      story = await tellStory({ from: isoInstant(start), events, policy, every: minutes(15) });
      const now = later(start, hours(20));
      await story.runUntil(now);
      const heads = (await story.ledger.heads()).filter(({ target }) => toTarget(target).kind === 'project');
      const month = sumOfShares(
        heads.flatMap(({ meters }) => meters?.month.shares ?? []).filter(({ tags }) => isMeasured(tags)),
      );
      const projects = heads.flatMap(({ target }) => {
        const told = toTarget(target);
        return told.kind === 'project' ? [target] : [];
      });
      for (const per of ['hour', 'day'] as const) {
        const order = { projects, from: later(start, hours(-24)), until: later(now, hours(1)), per, now };
        let sum: Charge = noCharge;
        let rows = 0;
        for await (const period of exportCharges(story.ledger, {
          ...order,
          withRunning: true,
          zone: 'Europe/London',
          carry: hours(3),
        })) {
          for (const { charge, resource, tags } of period.rows.filter((row) => isMeasured(row.tags))) {
            expect(resource, tags.kind).not.toBeNull();
            sum = addCharges(sum, charge);
            rows += 1;
          }
        }
        expect(rows).toBeGreaterThan(projects.length);
        expect(sum.toFixed()).toBe(month.toFixed());
      }
      expect(month.gt(0)).toBe(true);
    },
  );
});
