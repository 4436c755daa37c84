import type { CommitmentFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { priceAndDay } from './idle-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

export function commitmentWords(
  notice: NoticeOf<'alert'>,
  { endsAt, price }: CommitmentFigures,
  zone: string,
): Words {
  const { subject } = notice;
  return {
    headline: `${subjectInWords(subject, headlineName)}: commitment ends soon`,
    paragraphs: [
      `The commitment of ${subjectInWords(subject, fullName)} ends soon.`,
      figures([
        ['Ends', `${localMinute(endsAt, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ]),
      `Why: ${sentence(notice.because)}`,
      'At its end nothing is stopped or deleted for it, as far as is known: the resource goes on being billed, and the platform does not say at which price. Until then it is paid for whether it is used or not.',
      'Next: nothing is done. To keep it at a committed price, commit it anew; if nobody needs it after that, delete it when the commitment has ended.',
    ],
  };
}
