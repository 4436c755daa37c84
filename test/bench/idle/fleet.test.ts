import { describe, expect, it } from 'vitest';
import { type Machine, withSignals } from './fleet.ts';

const aMachine = (vm: number, cpu: readonly number[]): Machine => ({
  vm,
  cpu: Float64Array.from(cpu),
  network: null,
  disk: null,
  countFrom: 0,
});
const signalsOf = (cpu: readonly number[], network: readonly number[]) => ({
  cpu: Float64Array.from(cpu),
  network: Float64Array.from(network),
  disk: Float64Array.from(network),
});

describe('signals', () => {
  const fleet = [
    aMachine(2, [10, 20, 30, 40]),
    aMachine(7, [1, 2.01, Number.NaN, 4]),
    aMachine(9, [0, 0, 0, 0]),
  ];

  it('belong to the VM that has their CPU, for as long as they were measured', () => {
    const [first, second] = withSignals(fleet, [
      signalsOf([1, 2, 2], [5, 6, 6]),
      signalsOf([10, 20, 30], [7, 8, 9]),
    ]);
    expect(first).toEqual({
      ...aMachine(7, [1, 2.01, Number.NaN]),
      network: Float64Array.from([5, 6, Number.NaN]),
      disk: Float64Array.from([5, 6, Number.NaN]),
    });
    expect(second).toMatchObject({ vm: 2, network: Float64Array.from([7, 8, 9]) });
  });

  it('that are of one VM are refused', () => {
    const twice = signalsOf([10, 20, 30], [7, 8, 9]);
    expect(() => withSignals(fleet, [twice, twice])).toThrow('two signals are of one VM');
  });

  it('of no known VM are refused', () => {
    expect(() => withSignals(fleet, [signalsOf([50, 60, 70], [0, 0, 0])])).toThrow(
      'signals 1 are of no VM: the CPU of the nearest differs by 40 %',
    );
  });
});
