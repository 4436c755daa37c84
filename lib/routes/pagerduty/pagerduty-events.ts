import { createHash } from 'node:crypto';
import { assertNever } from '../../model/assert-never.ts';
import type { Severity } from '../../model/severity.ts';
import { subjectParts } from '../../model/subject.ts';
import { isoInstant } from '../../model/time/time.ts';
import { buildMessageDocument, type Reader, renderMessage } from '../../notify/messages/message.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { Message, Notification } from '../../state/notification.ts';
import { eventType } from '../events/event-type.ts';
import { pagerDutySettings } from './settings.ts';

type Action = 'trigger' | 'acknowledge' | 'resolve';

/** An event without the key of its service: https://developer.pagerduty.com/docs/send-alert-event */
export type PagerDutyEvent =
  | { readonly event_action: 'acknowledge' | 'resolve'; readonly dedup_key: string }
  | {
      readonly event_action: 'trigger';
      readonly dedup_key: string;
      readonly client: 'spendwatch';
      readonly client_url?: string;
      readonly links: readonly { readonly href: string; readonly text: string }[];
      readonly payload: {
        readonly summary: string;
        readonly source: string;
        readonly severity: Severity;
        readonly timestamp: string;
        readonly component?: string;
        readonly group?: string;
        readonly class: string;
        readonly custom_details: Readonly<Record<'rule' | 'because' | 'text', string>>;
      };
    };

/** Returns the events of each notification of a message, in the order of sending. A daily report has none. */
export const pagerDutyEvents = (message: Message, reader: Reader): readonly (readonly PagerDutyEvent[])[] =>
  message.notifications
    .map((notice) => listIncidentActions(notice).map((action) => buildEvent(action, notice, message, reader)))
    .filter(({ length }) => length > 0);

/** Returns the actions on the incident of a notification, in order. */
function listIncidentActions(notice: Notification): readonly Action[] {
  switch (notice.kind) {
    case 'alert':
    case 'action-failed':
    case 'caps-held':
      return ['trigger'];
    case 'resolved':
      return ['resolve'];
    case 'action-confirmed':
      // The alert ends with the action of spendwatch. An order of a person has no alert.
      return notice.incident === undefined ? [] : ['acknowledge', 'resolve'];
    case 'blind':
      return [notice.state === 'resolved' ? 'resolve' : 'trigger'];
    case 'route':
      // A test opens an incident, and resolves it at once.
      if (notice.state === 'test') return ['trigger', 'resolve'];
      return [notice.state === 'works' ? 'resolve' : 'trigger'];
    case 'digest':
      return [];
    default:
      return assertNever(notice);
  }
}

function buildEvent(
  event_action: Action,
  notice: Notification,
  message: Message,
  reader: Reader,
): PagerDutyEvent {
  const dedup_key = incidentKey(notice);
  if (event_action !== 'trigger') return { event_action, dedup_key };
  const { dashboard = null, answers: _, ...unlinked } = { ...reader };
  const { severity, subject, rule, because } = notice;
  const own = { ...message, severity, notifications: [notice] };
  const { title, sections } = buildMessageDocument(own, reader);
  return {
    event_action,
    dedup_key,
    client: 'spendwatch',
    ...(dashboard !== null && { client_url: dashboard }),
    links: sections.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.kind === 'links' ? part.links.map(({ label: text, url: href }) => ({ href, text })) : [],
      ),
    ),
    payload: {
      summary: oneLine(title, pagerDutySettings.limits.headline),
      source: oneLine(subject, longestName),
      severity,
      timestamp: isoInstant(message.at),
      ...buildPlaceFields(notice),
      class: eventType([notice]),
      custom_details: {
        rule: oneLine(rule, longestName),
        because: oneLine(because, 1_000),
        // Links have a field of their own.
        text: renderMessage(own, unlinked).body,
      },
    },
  };
}

const longestName = 250;

/** Returns the fields for the resource and the project of a notification; none if the subject is a route. */
function buildPlaceFields({ kind, subject }: Notification): {
  readonly component?: string;
  readonly group?: string;
} {
  if (kind === 'route') return {};
  const { scope, shown, resource } = subjectParts(subject);
  return {
    ...(resource !== null && { component: oneLine(resource.id, longestName) }),
    ...(scope === 'project' && { group: oneLine(shown, longestName) }),
  };
}

/** Returns the key that all events of an incident share: a digest, because names may be long. */
const incidentKey = ({ incident, id }: Notification): string =>
  `spendwatch-${createHash('sha256')
    .update(incident ?? id)
    .digest('hex')}`;
