import { belongingsInWords } from '../model/belongings-in-words.ts';
import type { RunwayFigures } from '../model/figures.ts';
import { moneyInWords, priceInWords } from '../model/money.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { spanInWords } from '../model/time.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

const recharges = {
  none: 'off: nobody adds credit by itself',
  counted: 'on',
  failing: 'on, but it does not come: see whether the card still pays',
} as const satisfies Record<RunwayFigures['recharge'], string>;

/** What is lost and when comes first: of all that spendwatch tells, this is what cannot be mended. */
export function runwayWords(notice: NoticeOf<'alert'>, runway: RunwayFigures, zone: string): Words {
  const { subject, because } = notice;
  const { left, emptyAt, credit, burnRate, recharge, belongings } = runway;
  const short = subjectInWords(subject, headlineName);
  const full = subjectInWords(subject, fullName);
  const isOver = left === null || left === 0 || emptyAt === null;
  const lost = belongingsInWords(belongings);
  const things = lost === null ? 'whatever its projects hold' : `what its projects hold, ${lost}`;
  return {
    headline: isOver
      ? `${short} has no credit left; all it holds is deleted`
      : `${short} loses everything in ${spanInWords(left)}`,
    paragraphs: [
      isOver
        ? `The credit of ${full} is used up.`
        : `The credit of ${full} runs out in ${spanInWords(left)}, at ${localMinute(emptyAt, zone)} (${zone}).`,
      `${isOver ? 'Now' : 'Then'} the platform deletes ${things}, disks included. Nobody can undo that.`,
      figures([
        ['Credit', moneyInWords(credit)],
        ['Burnt', priceInWords(burnRate)],
        ['Lasts', isOver ? 'no longer' : spanInWords(left)],
        ['Recharge', recharges[recharge]],
      ]),
      `Why: ${sentence(because)}`,
      'Next: spendwatch cannot pay, and stops nothing for want of credit: a stopped VM is billed all the same.',
      'Add credit, turn on auto-recharge, or delete what nobody needs. Copy what must not be lost to somewhere else first.',
    ],
  };
}
