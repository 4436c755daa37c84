import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeToSend } from '../../../../lib/clouds/http/retry/rate-limiter.ts';
import { requestBudget } from '../../../../lib/clouds/http/retry/request-budget.ts';
import { recordingClock } from '../../../support/recording-clock.ts';
import { runs } from '../../../support/tier.ts';

it('the time that requests take to be sent is what the budget makes them take', async () => {
  const perMinute = fc.integer({ min: 1, max: 2_000 });
  await fc.assert(
    fc.asyncProperty(perMinute, fc.integer({ min: 0, max: 300 }), async (allowed, requests) => {
      const clock = recordingClock();
      const begun = clock.now();
      const budget = requestBudget(clock, { perMinute: allowed, inFlight: 1 });
      for (let n = 0; n < requests; n++) await budget.run(async () => {});
      // Each pause is a whole number of milliseconds, none shorter than it must be.
      const took = clock.now() - begun;
      expect(took - timeToSend(requests, allowed)).toBeGreaterThanOrEqual(-1);
      expect(took - timeToSend(requests, allowed)).toBeLessThanOrEqual(1);
    }),
    runs(60),
  );
});
