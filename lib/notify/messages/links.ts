import type { Subject } from '../../model/ids.ts';
import type { Notification } from '../../state/notification.ts';
import type { Link } from '../parts/document.ts';

/** The maximum length of an address that every channel and browser accepts. */
export const longestUrl = 2_000;

/** Returns links to the dashboard pages about a notification. */
export const listDashboardLinks = (notice: Notification, dashboard: string): Link[] =>
  listPages(notice)
    .map(([label, path]) => ({ label, url: `${dashboard}${path}` }))
    .filter(({ url }) => url.length <= longestUrl);

type Page = readonly [label: string, path: string];
const overview: Page = ['Overview', '/'];
const alerts: Page = ['Alerts and actions', '/alerts'];

function listPages({ kind, subject }: Notification): readonly Page[] {
  switch (kind) {
    case 'digest':
      return [overview, alerts];
    case 'caps-held':
      return [alerts];
    case 'blind':
      return [['Blind spots', '/unwatched']];
    case 'route':
      return [overview];
    default:
      return [['Details', subjectPath(subject)]];
  }
}

const subjectPath = (subject: Subject): string => `/subject?${new URLSearchParams({ name: subject })}`;
