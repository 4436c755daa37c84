import { expect, it } from 'vitest';
import { days } from '../../../lib/model/time/time.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

it('invariant 10: no failed poll changes a head that a clock which was ahead committed', async () => {
  let isReachable = true;
  const machine = aSkewedMachine({ minds: false, isReachable: () => isReachable });
  await machine.watch('10:00');
  isReachable = false;
  await machine.watch('10:00', days(30));
  const head = await machine.head();
  const report = await machine.watch('10:05');
  expect(report.targets).toMatchObject([{ kind: 'overtaken' }, { kind: 'overtaken' }]);
  expect(await machine.head()).toEqual(head);
});
