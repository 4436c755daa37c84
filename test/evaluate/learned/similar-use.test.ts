import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../lib/evaluate/learned/risk.ts';
import { similarUse } from '../../../lib/evaluate/learned/similar-use.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { useLimit, withUse } from '../../../lib/model/facts/use-history.ts';
import { RuleName, Subject, VmId } from '../../../lib/model/ids.ts';
import { PastStop } from '../../../lib/model/intent.ts';
import { days, earlier, hours, type Instant, later, milliseconds } from '../../../lib/model/time/time.ts';
import { aVm, noon } from '../../support/builders/observation-builders.ts';

const [me, twin] = [VmId.parse('vm-a'), VmId.parse('vm-b')];
/** Two weeks ago, so that nothing is known from before the days that are compared. */
const start = earlier(noon, days(15));

type Life = (hoursAgo: number) => number | null;
/** In use from 04:00 to 10:00 every day, which the six hours before noon are full of. */
const mornings: Life = (ago) => (ago % 24 >= 2 && ago % 24 < 8 ? 60 : 2);
const quietToday: Life = (ago) => (ago < 10 ? 2 : mornings(ago));

function pointsOf(life: Life) {
  const count = (noon - start) / usageSlot;
  return Array.from({ length: count }, (_, slot) => {
    const at = later(start, milliseconds((slot + 1) * usageSlot));
    return { at, cpu: life(Math.floor((noon - at) / hours(1))) };
  });
}
const historyOf = (life: Life) => withUse(null, pointsOf(life)) ?? expect.fail();

const aStopOf = (vm: VmId, stoppedAt: Instant, lastSeenAtRest: Instant): PastStop =>
  PastStop.parse({
    subject: Subject.parse(`project/lab/vm/${vm}`),
    rule: RuleName.parse('budget'),
    stoppedAt,
    lastSeenAtRest,
    startedAgainAt: null,
  });

/** The figure of a VM that was quiet today, of which the usual use is 0.5, beside a twin that lived so. */
function besideTwin(life: Life, stops: readonly PastStop[] = [], createdAt: Instant | null = null): number {
  const of = new Map([[twin, historyOf(life)]]);
  const similar = similarUse({ until: noon, limit: useLimit, of }, stops, [aVm({ id: twin, createdAt })]);
  return similar.around(me, historyOf(quietToday), -0.5, noon);
}
const alone = similarUse({ until: noon, limit: useLimit, of: new Map() }).around(
  me,
  historyOf(quietToday),
  -0.5,
  noon,
);

describe('a VM beside another that is in use at the same hours', () => {
  it('is likelier to be used where that one is, and less likely where it is not', () => {
    expect(besideTwin(mornings)).toBeGreaterThan(alone + 0.1);
    expect(besideTwin(quietToday)).toBeLessThan(alone - 0.1);
  });

  it.each([
    { rest: 'all that time', from: hours(10), until: hours(0) },
    { rest: 'an hour of it', from: hours(4), until: hours(3) },
  ])('learns nothing of it where it was at rest after a stop for $rest', ({ from, until }) => {
    const stop = aStopOf(twin, earlier(noon, from), earlier(noon, until));
    expect(besideTwin(quietToday, [stop])).toBe(alone);
  });

  it('learns of it again when the rest is over', () => {
    const stop = aStopOf(twin, earlier(noon, hours(30)), earlier(noon, hours(20)));
    expect(besideTwin(quietToday, [stop])).toBe(besideTwin(quietToday));
  });

  it('learns nothing of what it did before it was created anew', () => {
    expect(besideTwin(quietToday, [], earlier(noon, hours(9)))).toBe(alone);
  });

  it('learns no less of it where nobody knows what is usual', () => {
    const unknown: Life = (ago) => (ago > 12 && ago % 24 < 13 ? null : quietToday(ago));
    expect(besideTwin(unknown)).toBeGreaterThanOrEqual(besideTwin(quietToday));
  });
});

it.each([6, 11, 12.5, 16])(
  'an outage of %d h that hides the last hours never makes it less likely',
  (length) => {
    const life: Life = (ago) => (ago >= 6 && ago < 8 ? 60 : 2);
    const hidden: Life = (ago) => (ago >= 4 && ago < 4 + length ? null : life(ago));
    const unusual = (told: Life) =>
      evidenceOf(historyOf(told), pointsOf(told).slice(-48), noon, hours(8), (own) => own)?.unusual ?? 0;
    expect(unusual(hidden)).toBeGreaterThanOrEqual(unusual(life));
  },
);
