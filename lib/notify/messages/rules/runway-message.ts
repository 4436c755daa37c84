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
  none: 'off: no credit is added automatically',
  counted: 'on',
  failing: 'on, but failing: check the card on file',
} as const satisfies Record<RunwayFigures['recharge'], string>;

/** Words for a runway: what is deleted and when comes first, because it cannot be undone. */
export function runwayWords(notice: NotificationOf<'alert'>, runway: RunwayFigures, telling: Telling): Words {
  const { subject, because } = notice;
  const { left, emptyAt, credit, burnRate, recharge, atRisk } = runway;
  const { zone } = telling;
  const full = named(subject);
  const isOver = left === null || left === 0 || emptyAt === null;
  const lost = atRiskInWords(atRisk);
  const things = `everything in its projects, disks included${lost === null ? '' : `: ${lost}`}`;
  return {
    headline: isOver
      ? headlineOf(subject, 'no credit left, all its resources are deleted')
      : headlineOf(subject, `credit gone in ${spanInWords(left)} (${moneyInWords(credit)} left)`),
    parts: [
      text(
        isOver
          ? `The credit of ${full} is used up.`
          : `The credit of ${full} runs out in ${spanInWords(left)}, at ${localMinute(emptyAt, zone)} (${zone}).`,
        `${isOver ? 'Now' : 'Then'} the platform deletes ${things}. This cannot be undone.`,
      ),
      figures(
        ['Credit', moneyInWords(credit)],
        ['Burn rate', priceInWords(burnRate)],
        trendRow(notice.trend),
        ['Runway', isOver ? 'none' : spanInWords(left)],
        ['Recharge', recharges[recharge]],
        driverRow(notice),
      ),
      why(because),
      ...nextParts(notice, telling),
      text(
        'Add credit, turn on auto-recharge, or delete what nobody needs; stopped VMs are billed in full. Copy data that must be kept elsewhere first.',
      ),
      offersFor(notice),
    ],
  };
}
