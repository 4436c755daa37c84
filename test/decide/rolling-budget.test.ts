import { describe, expect, it } from 'vitest';
import { aBudgetRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aTimeline } from '../support/timeline.ts';
import { levelsIn } from './levels-in.ts';

describe('a budget over rolling days', () => {
  const rules = [aBudgetRule({ limit: '100', at: [50, 100], period: { kind: 'rolling', days: 3 } })];

  /** The notifications of these prices, one for each hour. */
  function notifiedResolved(prices: readonly string[]) {
    const story = aTimeline(aPolicy({ rules }));
    return prices.flatMap((price, hour) => {
      const clock = `2026-11-${String(10 + Math.floor(hour / 24)).padStart(2, '0')}T${String(hour % 24).padStart(2, '0')}:00:00`;
      story.poll(clock, { vm: { price }, slots: null });
      const said = story.waiting.map(
        (notice) =>
          `day ${Math.floor(hour / 24)}: ${notice.kind === 'alert' ? `${notice.reason} ${levelsIn([notice])}` : notice.kind}`,
      );
      story.deliver(clock);
      return said;
    });
  }
  const days = (count: number, price: string) => Array.from({ length: 24 * count }, () => price);

  it('resolves after a whole day below its threshold, and is notified anew when it is crossed again', () => {
    expect(notifiedResolved([...days(1, '3'), ...days(5, '0'), ...days(1, '3')])).toEqual([
      'day 0: new 50',
      'day 4: resolved',
      'day 6: new 50',
    ]);
  });

  it('is not notified every day while the spend hovers about a threshold', () => {
    expect(notifiedResolved(days(8, '0.8'))).toEqual(['day 2: new 50', 'day 5: lasting 50']);
  });
});
