import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/tier.ts';
import { aDeployment, eu, type Fault, faults, us } from './a-deployment.ts';

const times = ['10:00', '10:05', '10:55', '11:00', '11:05', '11:10'];

it('a turn is the same with or without another connection, whatever that meets and in whatever order replies come (invariant 24)', async () => {
  const anyFault = fc.constantFrom<Fault>(null, ...faults);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFault, { minLength: times.length, maxLength: times.length }),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      async (met, delays, isFirst) => {
        const [alone, both] = [aDeployment(), aDeployment()];
        let asked = 0;
        const delay = () => delays[asked++ % delays.length] ?? 0;
        for (const [index, time] of times.entries()) {
          both.spoil(eu, met[index] ?? null);
          await alone.run(time, [alone.connect({ name: us })]);
          const order = isFirst ? [eu, us] : [us, eu];
          await both.run(
            time,
            order.map((name) => both.connect({ name, delay })),
          );
        }
        expect(await both.headsOf(us)).toEqual(await alone.headsOf(us));
      },
    ),
    runs(30),
  );
});
