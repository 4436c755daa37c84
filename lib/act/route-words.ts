import { assertNever } from '../model/assert-never.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { oneLine } from './plain-text.ts';
import { fullName, headlineName, sentence, type Words } from './words.ts';

export function routeWords(notice: NoticeOf<'route'>, zone: string): Words {
  const { state, because } = notice;
  const short = oneLine(notice.route, headlineName);
  const route = `The route ${oneLine(notice.route, fullName)}`;
  const since = `${localMinute(notice.since, zone)} (${zone})`;
  switch (state) {
    case 'failing':
      return {
        headline: `route ${short} takes no messages`,
        paragraphs: [
          `${route} has not taken what it was sent since ${since}.`,
          `Why: ${sentence(because)}`,
          'What it should have told waits and is tried again in every run; a stop that it should have announced waits with it.',
          'Next: see that its address is right and that it may be used; "spendwatch test-alert" tries it. Its recovery is told.',
        ],
      };
    case 'works':
      return {
        headline: `route ${short} takes messages again`,
        paragraphs: [
          `${route} takes messages again, after it had not since ${since}.`,
          'What waited for it has been sent. The grace of a stop that it announced begins now.',
        ],
      };
    case 'test':
      return {
        headline: `test of the route ${short}`,
        paragraphs: [
          `Somebody tries whether messages arrive over the route ${oneLine(notice.route, fullName)}. This one has.`,
          'Next: nothing. It is about nothing that was found, and nothing is done.',
        ],
      };
    default:
      return assertNever(state);
  }
}
