import { getCloudProfile } from '../../clouds/profiles.ts';
import type { Message, Notification } from '../../state/notification.ts';
import { oneLine } from '../parts/plain-text.ts';
import { subjectInHeadline, subjectInWords, type TitledSubject } from '../parts/subject-in-words.ts';
import { describeBlindMatter } from './own-health-message.ts';

/** The longest name in an incident line. */
const shortName = 28;

/** Returns the distinct incidents of a message, that of its first notification first. */
export const listIncidents = ({ notifications }: Message): readonly [string, ...string[]] => {
  const [first = '', ...others] = new Set(notifications.map(({ incident, id }) => incident ?? id));
  return [first, ...others];
};

/** Returns a line that is the same in all messages of an incident, so that people and mail programs can group them. */
export function incidentLine({ notifications, cloud }: Message): string {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  const more = notifications.length > 1 ? `, and ${notifications.length - 1} more` : '';
  return `${oneLine(first.rule, 32)}: ${formatTitle(first, getCloudProfile(cloud))}${more}`;
}

/** Returns the subject of a notification for the buttons beside it. */
export const buttonTitle = (notice: Notification, { cloud }: Pick<Message, 'cloud'>): string =>
  subjectInHeadline({ ...notice, cloud: getCloudProfile(cloud) }, 40);

function formatTitle(notice: Notification, cloud: TitledSubject['cloud']): string {
  if (notice.kind === 'route') return `route ${oneLine(notice.route, shortName)}`;
  if (notice.kind === 'blind') return describeBlindMatter(notice);
  return subjectInWords({ ...notice, cloud }, shortName);
}

export const beginsEveryIncident = ({ notifications }: Message): boolean =>
  notifications.every(beginsIncident);

function beginsIncident(notice: Notification): boolean {
  if (notice.incident === undefined) return true;
  if (notice.kind === 'route') return notice.state !== 'works';
  if (notice.kind === 'blind') return notice.state === 'blind' && notice.times === 1;
  return notice.kind === 'alert' && notice.reason === 'new';
}
