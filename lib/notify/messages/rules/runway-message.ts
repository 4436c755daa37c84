import { atRiskInWords } from '../../../model/facts/resources-at-risk.ts';
import { moneyInWords, priceInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import type { RunwayFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { spanInWords } from '../../../model/time/time.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { driverRow, trendRow } from '../pace-rows.ts';
import { figures, headlineOf, named, text, type Words, why } from '../parts.ts';

const recharges = {
  none: 'off: nobody adds credit by itself',
  counted: 'on',
  failing: 'on, but it does not come: see whether the card still pays',
} as const satisfies Record<RunwayFigures['recharge'], string>;

/** What is lost and when comes first: of all that spendwatch tells, this is what cannot be mended. */
export function runwayWords(notice: NotificationOf<'alert'>, runway: RunwayFigures, telling: Telling): Words {
  const { subject, because } = notice;
  const { left, emptyAt, credit, burnRate, recharge, atRisk } = runway;
  const { zone } = telling;
  const full = named(subject);
  const isOver = left === null || left === 0 || emptyAt === null;
  const lost = atRiskInWords(atRisk);
  const things = `what its projects hold, disks included${lost === null ? '' : `: ${lost}`}`;
  return {
    headline: isOver
      ? headlineOf(subject, 'has no credit left; all it holds is deleted')
      : headlineOf(subject, `loses everything in ${spanInWords(left)}`),
    parts: [
      text(
        isOver
          ? `The credit of ${full} is used up.`
          : `The credit of ${full} runs out in ${spanInWords(left)}, at ${localMinute(emptyAt, zone)} (${zone}).`,
        `${isOver ? 'Now' : 'Then'} the platform deletes ${things}. Nobody can undo that.`,
      ),
      figures(
        ['Credit', moneyInWords(credit)],
        ['Pace', priceInWords(burnRate)],
        trendRow(notice.trend),
        ['Lasts', isOver ? 'no longer' : spanInWords(left)],
        ['Recharge', recharges[recharge]],
        driverRow(notice),
      ),
      why(because),
      ...nextParts(notice, telling),
      text(
        'Add credit, turn on auto-recharge, or delete what nobody needs; a stopped VM is billed all the same. Copy what must not be lost to somewhere else first.',
      ),
      offersFor(notice),
    ],
  };
}
