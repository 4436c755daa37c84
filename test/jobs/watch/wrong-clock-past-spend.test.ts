import { describe, expect, it } from 'vitest';
import { hours } from '../../../lib/model/time/time.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

/** The platform reports what the VM costs, up to now. */
function aBilledMachine(minds: boolean) {
  const machine: ReturnType<typeof aSkewedMachine> = aSkewedMachine({
    minds,
    answers: {
      listAccountSpend: ({ startTime, endTime }) => {
        const until = Math.min(Date.parse(String(endTime)), machine.truth.now());
        const amount = String(((until - Date.parse(String(startTime))) / hours(1)) * 60);
        return [{ projectId: 'lab', amount: { value: amount } }];
      },
    },
  });
  return machine;
}

async function monthsAfter(times: readonly string[], machines: readonly ReturnType<typeof aBilledMachine>[]) {
  for (const machine of machines) {
    Object.assign(machine.cloud, { tellsTime: () => true });
    for (const time of times) await machine.watch(time);
  }
  return Promise.all(machines.map(async (machine) => (await machine.head()).meters?.month));
}

describe('invariant 9: past spend and a head that a clock which was ahead committed', () => {
  it('count no measured hour as reported, and read the past even when the first poll was the wrong one', async () => {
    const [calm, shaken] = [aBilledMachine(true), aBilledMachine(false)];
    await shaken.watch('08:00', hours(50));
    const [right, mended] = await monthsAfter(['08:10', '09:40', '11:05', '12:20'], [calm, shaken]);
    expect(right).toMatchObject({ gap: 0 });
    expect(mended).toEqual(right);
  });

  it('count each hour once, and record which were measured', async () => {
    const [calm, shaken] = [aBilledMachine(true), aBilledMachine(false)];
    for (const time of ['08:10', '09:40', '10:40', '11:40', '12:40']) {
      await calm.watch(time);
      await shaken.watch(time);
    }
    await shaken.watch('12:45', hours(50));
    const [right, mended] = await monthsAfter(['13:20', '14:05'], [calm, shaken]);
    const { charge, gap, measuredSince } = right ?? expect.fail('no month');
    expect(mended).toMatchObject({ charge, gap, measuredSince });
  });
});
