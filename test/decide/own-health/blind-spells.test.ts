import { describe, expect, it } from 'vitest';
import { spellsAfter } from '../../../lib/decide/own-health/blind-spells.ts';
import type { BlindSpell } from '../../../lib/model/control.ts';
import { defaultIntervals as intervals } from '../../../lib/model/time/intervals.ts';
import { days, earlier } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/observation-builders.ts';

describe('invariant 18: a blindness that was told', () => {
  it('tells its end under the name of its beginning, also by a clock that is behind', () => {
    const told: BlindSpell = {
      matter: 'clock',
      since: noon,
      because: 'it is wrong',
      notedAt: noon,
      told: { at: noon, times: 1, because: 'it is wrong' },
      targets: [],
      delivered: ['sns'],
      heard: ['sns'],
      isOver: false,
    };
    const behind = spellsAfter([told], [], { intervals, now: earlier(noon, days(10)) });
    expect(behind).toMatchObject([{ since: noon, isOver: true }]);
  });
});
