import type { Message, Notification } from '../../model/notification.ts';
import { oneLine } from './plain-text.ts';
import { subjectInWords } from './subject-in-words.ts';

/** Names are cut short, so that the line is one. */
const shortName = 28;

/** What a message belongs to: each incident once, that of its first notice first. */
export const incidentsOf = ({ notifications }: Message): readonly [string, ...string[]] => {
  const [first = '', ...others] = new Set(notifications.map(({ incident, id }) => incident ?? id));
  return [first, ...others];
};

/** One line that is the same in all that is said of an incident, by which people and mail programs find it. */
export function incidentLine({ notifications }: Message): string {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message says something');
  const more = notifications.length > 1 ? `, and ${notifications.length - 1} more` : '';
  return `${oneLine(first.rule, 32)}: ${nameOf(first)}${more}`;
}

function nameOf(notice: Notification): string {
  if (notice.kind === 'route') return `route ${oneLine(notice.route, shortName)}`;
  if (notice.kind === 'blind') return `spendwatch itself (${notice.matter})`;
  return notice.kind === 'acting-key' ? 'key that acts' : subjectInWords(notice.subject, shortName);
}

/** Whether nothing was said of its incidents before. */
export const isFirstOf = ({ notifications }: Message): boolean => notifications.every(beginsIncident);

function beginsIncident(notice: Notification): boolean {
  if (notice.incident === undefined) return true;
  if (notice.kind === 'route' || notice.kind === 'acting-key') return notice.state !== 'works';
  if (notice.kind === 'blind') return notice.state === 'blind' && notice.times === 1;
  return notice.kind === 'alert' && notice.reason === 'new';
}
