import { expect, it } from 'vitest';
import { suggestLimit } from '../../../lib/cli/init/rule-blocks.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { at } from '../../support/at.ts';

/** Ten days before the end of a month, to the hour. */
const late = at('2026-04-21T00:00:00');

it.each([
  // A whole month at a dollar an hour costs more than the current one will: 730 and a fifth.
  {
    spent: '100',
    rate: '1',
    limit: 880,
    because: "100.00 USD this month so far, 1.00 USD/h now. The limit is 20 % above a month's estimate",
  },
  // More was spent than at the current rate: 2,000 + 240, and a fifth.
  {
    spent: '2000',
    rate: '1',
    limit: 2_700,
    because: "2,000.00 USD this month so far, 1.00 USD/h now. The limit is 20 % above a month's estimate",
  },
  {
    spent: null,
    rate: '0.05',
    limit: 44,
    because: "0.05 USD/h now. The limit is 20 % above a month's estimate",
  },
  // The average of twenty days continues for a whole month, of 730 hours: 7.60 and a fifth.
  {
    spent: '5',
    rate: null,
    limit: 10,
    because: "5.00 USD this month so far, the rate is not shown. The limit is 20 % above a month's estimate",
  },
  {
    spent: '987654',
    rate: null,
    limit: 1_900_000,
    because: `987,654.00 USD this month so far, the rate is not shown. The limit is 20 % above a month's estimate`,
  },
])('for $spent spent and $rate an hour a limit of $limit is suggested', ({ spent, rate, ...suggested }) => {
  const known = {
    spent: spent === null ? null : money(spent),
    rate: rate === null ? null : hourlyPrice(rate),
  };
  expect(suggestLimit(known, late, 'UTC')).toMatchObject(suggested);
});

it('the limit is no more than what was spent and what credit is left', () => {
  const known = { spent: money('2322.59'), rate: hourlyPrice('28.17'), credit: money('7703') };
  expect(suggestLimit(known, late, 'UTC')).toMatchObject({
    limit: 10_025,
    because: expect.stringContaining('what was spent and what credit is left'),
  });
  expect(suggestLimit({ ...known, credit: money('90000') }, late, 'UTC')?.limit).toBe(25_000);
});

it.each([
  { spent: null, rate: null },
  { spent: money('0.5'), rate: hourlyPrice('0.0001') },
])('no limit is suggested where next to nothing is spent', (known) => {
  expect(suggestLimit(known, late, 'UTC')).toBeNull();
});
