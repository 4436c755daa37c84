import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { days, minutes } from '../../../lib/model/time/time.ts';
import {
  BucketSize,
  billingReply,
  families,
  familyNames,
} from '../../../lib/simulators/runpod/wire/billing.ts';
import { balanceOf } from '../../../lib/simulators/runpod/world/account.ts';
import { billing } from '../../../lib/simulators/runpod/world/billing.ts';
import {
  createCluster,
  createEndpoint,
  createVolume,
  scaleEndpoint,
} from '../../../lib/simulators/runpod/world/holdings.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { actionsOf, createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { toUsd } from '../../../lib/simulators/runpod/world/tariff.ts';
import { runs } from '../../support/tier.ts';
import { anAccount, aPod, start } from './an-account.ts';

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    minutes: fc.integer({ min: 1, max: 3_000 }),
    pod: fc.constantFrom('tune', 'second', 'node'),
    action: fc.constantFrom('start' as const, 'stop' as const, 'terminate' as const),
    workers: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 12 },
);

type Step = {
  readonly minutes: number;
  readonly pod: string;
  readonly action: 'start' | 'stop' | 'terminate';
  readonly workers: number;
};

/** An account whose pods were started and stopped at random times. */
function lived(script: readonly Step[]) {
  const { clock, world } = anAccount({ credit: 100_000 });
  const state = world.state();
  const volume = createVolume(state, { name: 'datasets', gb: 1_500 });
  const cluster = createCluster(state, 'sweep');
  createPod(state, aPod);
  createPod(state, { ...aPod, name: 'second', storage: { kind: 'network', id: volume.id } });
  createPod(state, { ...aPod, name: 'node', cluster: { id: cluster.id, rank: 0 } });
  const endpoint = createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA L40S', workers: 1 });
  for (const { minutes: pause, pod, action, workers } of script) {
    clock.advance(minutes(pause));
    const found = findByName(world.state().pods, pod);
    if (actionsOf(found).includes(action)) takeAction(world.state(), found.id, action);
    scaleEndpoint(world.state(), endpoint.id, workers);
  }
  clock.advance(days(1));
  return world.state();
}

const Totals = z.object({ metadata: z.object({ totals: z.object({ totalAmount: z.number() }) }) });
const total = (reply: unknown): number => Totals.parse(reply).metadata.totals.totalAmount;

describe('billing records', () => {
  it('have the same sum in buckets of any size, in parts and as a whole, which is what the balance lost', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const state = lived(script);
        const whole = { from: start, until: state.at };
        const spent = 100_000 - toUsd(balanceOf(state));
        for (const size of BucketSize.options) {
          const all = total(billing(state, 'all', { ...whole, size }));
          expect(all, size).toBeCloseTo(spent, 6);
          const parts = familyNames.filter((name) => name !== 'all');
          const sum = parts.reduce((sum, name) => sum + total(billing(state, name, { ...whole, size })), 0);
          expect(sum, size).toBeCloseTo(spent, 6);
        }
      }),
      runs(15),
    );
  });

  it('fit the schemas of their replies', () => {
    const state = lived([{ minutes: 90, pod: 'tune', action: 'stop', workers: 2 }]);
    for (const name of familyNames)
      billingReply(families[name]).parse(
        billing(state, name, { from: start, until: state.at, size: 'hour' }),
      );
  });
});
