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
        headline: `route ${short}: delivery failing`,
        parts: [
          text(
            `${route} has accepted no message since ${since}.`,
            'Its notifications wait and are retried in every run. Actions that it has to announce wait too.',
          ),
          why(because),
          nextPart('Check that its address is correct and access to it is permitted. Recovery is notified.'),
          commands(tryRoute(notice.route)),
        ],
      };
    case 'works':
      return {
        headline: `route ${short}: delivery working again`,
        parts: [
          text(
            `${route} accepts messages again. It had accepted none since ${since}.`,
            'Waiting notifications have been delivered. The grace of actions that they announced begins now.',
          ),
        ],
      };
    case 'test':
      return {
        headline: `route ${short}: test message`,
        parts: [
          text(
            'This is a test message; delivery works.',
            `It was sent over the route ${oneLine(notice.route, fullName)}.`,
          ),
          nextPart('No action needed. The test is unrelated to any alert.'),
        ],
      };
    default:
      return assertNever(state);
  }
}
