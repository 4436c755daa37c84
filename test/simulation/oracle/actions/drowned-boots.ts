import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Sample } from '../../world/monitor.ts';

/**
 * Returns boots that no sample shows, since the first one after them has no less traffic than all since the boot
 * before.
 */
export const drownedBoots = (shown: readonly Sample[]): ReadonlySet<Instant> =>
  new Set(
    shown.flatMap(({ bootedAt, item }, index) => {
      const before = shown[index - 1];
      if (before === undefined || before.bootedAt === bootedAt) return [];
      const fell = (figure: 'netRx' | 'netTx') => Number(item[figure]) < Number(before.item[figure]);
      return fell('netRx') || fell('netTx') ? [] : [bootedAt];
    }),
  );
