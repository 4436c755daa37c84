import * as z from 'zod';
import { assertNever } from '../../model/assert-never.ts';
import { subjectParts } from '../../model/subject.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import { type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Message, Notification, NotificationByKind } from '../../state/notification.ts';
import { type EventData, type EventType, eventData, eventSource, typePrefix } from './event-schema.ts';

/** An event for programs. The same message always gives the same events. */
export type Event = {
  readonly id: string;
  readonly type: EventType;
  readonly at: Instant;
  readonly subject: string;
  /** The data of the type, as JSON. */
  readonly data: unknown;
};

/**
 * Returns the events of a message; none for a daily report, which is for people. Events have no links that give answers,
 * because a bus forwards and archives them.
 */
export const buildEvents = (message: Message, reader: Reader): readonly Event[] =>
  message.notifications.flatMap((notice) =>
    listEventChanges(notice).map(({ type, data }) => {
      const id = `${notice.id}#${type}`;
      const all = { id, ...buildCommonFields(message, notice, reader), ...data };
      const { subject } = notice;
      return { id, type, at: message.at, subject, data: z.encode<z.ZodType>(eventData[type], all) };
    }),
  );

/** Returns an event in the structured mode of CloudEvents 1.0. */
export const cloudEvent = ({ id, type, at, subject, data }: Event): object => ({
  specversion: '1.0',
  id,
  source: eventSource,
  type: `${typePrefix}${type}`,
  subject,
  time: isoInstant(at),
  datacontenttype: 'application/json',
  data,
});

type Common = Omit<EventData<'Test'>, 'id'>;
type Change = {
  readonly [Type in EventType]: {
    readonly type: Type;
    readonly data: Omit<EventData<Type>, keyof EventData<'Test'>>;
  };
}[EventType];

function buildCommonFields(
  message: Message,
  notice: Notification,
  { answers: _, ...reader }: Reader,
): Common {
  const { id, severity, rule, subject, because, incident = id } = notice;
  const { subject: headline, body: text } = renderMessage(
    { ...message, severity, notifications: [notice] },
    reader,
  );
  // A route is no target, though it is the subject of messages about it.
  const { scope, name, target, connection } = subjectParts(subject);
  const affectedConnection = notice.kind === 'blind' ? (notice.connection ?? null) : connection;
  const about =
    notice.kind === 'route'
      ? { target: null, project: null }
      : {
          target,
          project: scope === 'project' ? name : null,
          ...(affectedConnection !== null && { connection: affectedConnection }),
        };
  return { incident, severity, rule, subject, ...about, because, headline, text };
}

function listEventChanges(notice: Notification): readonly Change[] {
  switch (notice.kind) {
    case 'alert':
      return alertChanges(notice);
    case 'resolved': {
      const { of: kind, since, gone = false, step: cancelled } = notice;
      return [{ type: 'AlertResolved', data: { kind, since, gone, cancelled } }];
    }
    case 'action-confirmed': {
      const { action, doneAt, price, isEstimate, image, by } = notice;
      return [
        { type: 'ActionDone', data: { action, doneAt, price, ...(isEstimate && { isEstimate }), image, by } },
      ];
    }
    case 'action-failed': {
      const { action, retryAfter, by } = notice;
      return [{ type: 'ActionFailed', data: { action, retryAfter, by } }];
    }
    case 'caps-held': {
      const { wanted, allowed } = notice;
      return [{ type: 'ActionsHeld', data: { wanted, allowed } }];
    }
    case 'blind': {
      const { matter, since, times } = notice;
      return notice.state === 'resolved'
        ? [ended('blind', since)]
        : [{ type: 'AlertFired', data: { ...ownFiring('blind', since, times), matter } }];
    }
    case 'route':
      if (notice.state === 'test') return [{ type: 'Test', data: {} }];
      return notice.state === 'works'
        ? [ended('route', notice.since)]
        : [{ type: 'AlertFired', data: ownFiring('route', notice.since, 1) }];
    case 'digest':
      return [];
    default:
      return assertNever(notice);
  }
}

/** Returns the events of an alert: one that it fires, and one for an action that it announces for the first time. */
function alertChanges(notice: NotificationByKind<'alert'>): readonly Change[] {
  const { reason, since, figures, burnRate, estimatedRate, drivers, trend, next, announced } = notice;
  const { kind } = figures;
  const changes: Change[] = [];
  if (reason !== 'announced')
    changes.push({
      type: 'AlertFired',
      data: {
        ...{ kind, reason, since, figures, burnRate },
        ...(estimatedRate && { estimatedRate }),
        drivers,
        ...(trend && { trend }),
      },
    });
  if (next.kind === 'action' && announced === undefined) {
    const { kind: _, ...planned } = next;
    changes.push({ type: 'ActionAnnounced', data: { since, figures, ...planned } });
  }
  return changes;
}

type OwnHealth = 'blind' | 'route';
type FiredData = Extract<Change, { type: 'AlertFired' }>['data'];

const ownFiring = (kind: OwnHealth, since: Instant, times: number): FiredData => ({
  kind,
  reason: times > 1 ? 'lasting' : 'new',
  since,
  figures: null,
  burnRate: null,
  drivers: [],
});

const ended = (kind: OwnHealth, since: Instant): Change => ({
  type: 'AlertResolved',
  data: { kind, since, gone: false, cancelled: null },
});
