import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { tryRoute } from './commands.ts';
import { commands, fullName, next as nextPart, text, type Words, why } from './parts.ts';
import { oneLine } from './plain-text.ts';

const shortName = 40;

export function routeWords(notice: NotificationOf<'route'>, zone: string): Words {
  const { state, because } = notice;
  const short = oneLine(notice.route, shortName);
  const route = `The route ${oneLine(notice.route, fullName)}`;
  const since = `${localMinute(notice.since, zone)} (${zone})`;
  switch (state) {
    case 'failing':
      return {
        headline: `route ${short} takes no messages`,
        parts: [
          text(
            `${route} has not taken what it was sent since ${since}.`,
            'What it should have told waits and is tried again in every run; an act that it should have announced waits with it.',
          ),
          why(because),
          nextPart('See that its address is right and that it may be used. Its recovery is told.'),
          commands(tryRoute(notice.route)),
        ],
      };
    case 'works':
      return {
        headline: `route ${short} takes messages again`,
        parts: [
          text(
            `${route} takes messages again, after it had not since ${since}.`,
            'What waited for it has been sent. The grace of an act that it announced begins now.',
          ),
        ],
      };
    case 'test':
      return {
        headline: `test of the route ${short}`,
        parts: [
          text(
            `Somebody tries whether messages arrive over the route ${oneLine(notice.route, fullName)}. This one has.`,
          ),
          nextPart('Nothing. It is about nothing that was found, and nothing is done.'),
        ],
      };
    default:
      return assertNever(state);
  }
}
