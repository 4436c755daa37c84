import { assertNever } from '../../model/assert-never.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import { subjectParts } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { capitalized } from '../../model/words.ts';
import { describeEnding, describeFinding, offersKeep } from '../../rules/words.ts';
import type { Notification, NotificationByKind } from '../../state/notification.ts';
import { actionText } from '../parts/action-text.ts';
import { approve, type Command, deny, explain, keep, silence, stop } from '../parts/commands.ts';
import type { MessageContent } from '../parts/document.ts';
import { effectText } from '../parts/effect-text.ts';
import type { FindingContext } from '../parts/finding.ts';
import { formatHeadline, headlineWithNext, named } from '../parts/headline.ts';
import { expiryText, type MessageContext, nextFacts } from '../parts/next-step-text.ts';
import { oneLine } from '../parts/plain-text.ts';
import { subjectInHeadline } from '../parts/subject-in-words.ts';

type Alert = NotificationByKind<'alert'>;
/**
 * Returns the message of an alert: its finding, why it is notified again, what comes next, and the commands to
 * respond with.
 */
export function alertFacts(notice: Alert, context: MessageContext): MessageContent {
  const { because, figures } = notice;
  const { zone, cloud } = context;
  const formatTime: FindingContext['at'] = (instant) => formatZonedMinute(instant, zone);
  const now = context.at;
  const finding = describeFinding(figures, {
    notice,
    cloud,
    who: named({ ...notice, cloud }),
    zone,
    now,
    at: formatTime,
  });
  const {
    found,
    headline,
    opening,
    rows = [],
    notes = [],
    inBrief,
    unless = 'nothing',
    advice = [],
    saysExpiry = false,
    saysWhy = false,
  } = finding;
  const { next, advice: prevention } = nextFacts(notice, context, unless);
  const isAsked = notice.next.kind === 'action' && notice.next.approve !== null;
  const offers = listOfferedCommands(notice);
  const expiry = saysExpiry ? [] : expiryText(notice, context);
  // An action and its time come first; that no action follows comes later.
  const isDeadline = notice.next.kind === 'action';
  return {
    headline: headline ?? headlineWithNext(notice, found, cloud),
    opening: [
      [...opening, ...(isDeadline ? [next] : [])].join(' '),
      ...expiry,
      ...reasonText(notice, formatTime(notice.since)),
    ],
    rows,
    notes,
    ...(!saysWhy && { because }),
    ...(!isDeadline && next !== '' && { next }),
    advice: [...prevention, ...advice],
    commands: [...offers, saysWhy ? null : explain(notice)],
    brief: {
      sentences: [
        // The headline states the whole finding of a resource.
        ...(subjectParts(notice.subject).resource === null ? opening : []),
        ...(inBrief === undefined ? [] : [inBrief]),
        ...(isDeadline ? [next] : []),
        ...expiry,
        ...(isDeadline ? effectInBrief(notice, cloud) : notes),
        ...(isDeadline || next === '' ? [] : [next]),
      ],
      commands: offers.slice(0, isAsked ? 2 : 1),
    },
  };
}

/** Returns the effect of an announced action, without the price at rest; empty if the next step states what is erased. */
const effectInBrief = ({ next, subject, erasedByStop }: Alert, cloud: MessageContext['cloud']): string[] =>
  next.kind !== 'action' || next.erases !== undefined
    ? []
    : effectText(cloud, next.action, subjectParts(subject).resource?.kind, { erasedByStop });

/** Returns why an alert is notified again; empty for its first notification. */
function reasonText({ reason }: Alert, begun: string): string[] {
  switch (reason) {
    case 'new':
      return [];
    case 'worse':
      return [`Worse than when last notified; firing since ${begun}.`];
    case 'lasting':
      return [`Reminder: firing since ${begun}.`];
    case 'announced':
      return [`Firing since ${begun}; this announces the next step.`];
    case 'flapping':
      return [
        'Flapping: the alert keeps firing and resolving. From now on, you are notified of only some of these changes, and again once it stays resolved.',
      ];
    default:
      return assertNever(reason);
  }
}

export function resolvedFacts(notice: Resolved, { cloud }: Pick<MessageContext, 'cloud'>): MessageContent {
  const { because, of, step } = notice;
  const titled = { ...notice, cloud };
  const ending = step === null ? describeEnding(of) : `no longer going to be ${actionText[step].toBe}`;
  return {
    headline: formatHeadline(titled, `resolved, ${ending}`),
    opening: [`${capitalized(named(titled))} is ${ending}.`],
    because,
    next: 'No action needed. An announced action that has not begun is cancelled.',
  };
}

type Resolved = NotificationByKind<'resolved'>;
export const isGone = (notice: Notification): notice is Resolved =>
  notice.kind === 'resolved' && notice.gone === true;

/** The maximum number of deleted resources that are named. */
const mostNamed = 30;

/** Returns the message of resources that no longer exist, each with the rules whose alerts ended with it. */
export function goneFacts(
  notices: readonly Resolved[],
  { cloud }: Pick<MessageContext, 'cloud'>,
): MessageContent {
  const gone = groupByKey(notices, ({ subject }) => subject);
  const [notice] = notices;
  if (notice === undefined) throw new TypeError('a message must have at least one notification');
  const first = { ...notice, cloud };
  const more = gone.size === 1 ? '' : `, and ${gone.size - 1} more`;
  const rows = [...gone.values()].slice(0, mostNamed).map((ended) => {
    const rules = new Set(ended.map(({ rule }) => oneLine(rule, 28)));
    return [subjectInHeadline({ ...ended[0], cloud }, 40, true), ended[0].because, [...rules].join(', ')];
  });
  const unnamed = gone.size - mostNamed;
  return {
    headline: formatHeadline(first, `no longer exists${more}`),
    opening: [
      gone.size === 1
        ? `${capitalized(named(first))} no longer exists. Its alerts are resolved.`
        : `${gone.size} resources no longer exist. Their alerts are resolved.`,
    ],
    rows: [
      [
        'Deleted',
        { kind: 'table', rows: unnamed > 0 ? [...rows, [`and ${unnamed} more`]] : rows, names: [0, 2] },
      ],
    ],
    next: 'No action needed. An announced action that has not begun is cancelled.',
  };
}

function listOfferedCommands(notice: NotificationByKind<'alert'>): (Command | null)[] {
  const { next, figures } = notice;
  const mayExtend = offersKeep(figures) ? [keep(notice)] : [];
  switch (next.kind) {
    case 'action': {
      const answers =
        next.approve === null
          ? []
          : [approve({ ...notice, action: next.action }), deny({ ...notice, action: next.action })];
      return [...answers, keep(notice), silence(notice)];
    }
    case 'not-enforced': {
      const isToStop = next.action === 'stop' || next.action === 'power-off';
      return [isToStop ? stop(notice) : null, ...mayExtend, silence(notice)];
    }
    case 'nothing':
      return [...mayExtend, silence(notice)];
  }
}
