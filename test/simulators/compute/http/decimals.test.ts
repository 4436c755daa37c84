import { describe, expect, it } from 'vitest';
import { aCloud } from '../a-cloud.ts';
import { orderVm } from '../a-lab.ts';

/** Returns the outcome of an order with this maximum price. */
const order = (value: unknown) => orderVm(aCloud(), { maxPriceHr: { value } });

describe('a Decimal in a body', () => {
  // Just over the price of the VM, 0.0708 an hour, in every form that the grammar has.
  it.each(['0.071', '+.071', '00.0710', '71E-3', '7.1e-02', '0.0000071E+4', '1.', '9e14'])(
    'may be written %s',
    async (value) => {
      expect((await order(value)).status).toBe(200);
    },
  );

  it.each([
    '',
    '1,5',
    '1_000',
    ' 1',
    '.',
    '.e5',
    '1e',
    '--1',
    '1.2.3',
    '0x10',
    'NaN',
    '$5',
    '١',
    1,
    { value: '1' },
  ])('may not be written %j', async (value) => {
    expect(await order(value)).toMatchObject({ status: 400, body: { status: 'INVALID_ARGUMENT' } });
  });

  it.each([
    ['1e15', 'less than 10^15'],
    ['1e999999999', 'maxPriceHr'],
    ['0.123456789012345678901', '20 places'],
    ['-0.1', 'must not be negative'],
  ])('may not be %s, out of range', async (value, because) => {
    expect(await order(value)).toMatchObject({
      status: 400,
      body: { status: 'INVALID_ARGUMENT', message: expect.stringContaining(because) },
    });
  });

  it('may be given as bare text, as older clients do, and not as a number', async () => {
    expect((await orderVm(aCloud(), { maxPriceHr: '0.071' })).status).toBe(200);
    expect((await orderVm(aCloud(), { maxPriceHr: 0.071 })).status).toBe(400);
  });
});
