import { findActionEffect } from '../../clouds/profiles.ts';
import { type ActionKind, isRest } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import { subjectParts } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { capitalized } from '../../model/words.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import { actionText } from '../parts/action-text.ts';
import { type Command, explain, keep, start } from '../parts/commands.ts';
import { costInWords } from '../parts/cost-rows.ts';
import type { FigureRow, MessageContent } from '../parts/document.ts';
import { atRestInWords, describeErasure, effectText, restText, savesNothing } from '../parts/effect-text.ts';
import { formatHeadline, named } from '../parts/headline.ts';
import type { MessageContext } from '../parts/next-step-text.ts';

type Confirmed = NotificationByKind<'action-confirmed'>;
type Context = Pick<MessageContext, 'zone' | 'cloud'>;
type Cloud = MessageContext['cloud'];

/** Returns the message of an action that a poll has confirmed, with its effect on the charge. */
export function actionConfirmedFacts(notice: Confirmed, { zone, cloud }: Context): MessageContent {
  const { subject, action, doneAt } = notice;
  const titled = { ...notice, cloud };
  const { toBe, done } = actionText[action];
  const { commands, next, inBrief } = afterwards(notice, cloud);
  const kind = subjectParts(subject).resource?.kind;
  const continuesAt = savesNothing(cloud, kind) ? undefined : (notice.price ?? undefined);
  return {
    headline: formatHeadline(titled, isRest(action) ? atRestInWords(done, notice, cloud, kind) : done),
    opening: [
      [
        `${capitalized(named(titled))} was ${toBe} by spendwatch.`,
        ...effectText(cloud, action, kind, { ...notice, continuesAt }),
      ].join(' '),
    ],
    rows: [...moneyRows(notice), ['Confirmed', formatZonedMinute(doneAt, zone)], buildOrderRow(notice)],
    ...(next !== undefined && { advice: [next] }),
    commands,
    brief: {
      sentences: [...effectText(cloud, action, kind, notice).slice(0, 1), ...inBrief],
      commands: commands.slice(0, 1),
    },
  };
}

function moneyRows({ action, priceBefore, image, ...cost }: Confirmed): (FigureRow | null)[] {
  const made = image === null ? null : (['Image', image] as const);
  switch (action) {
    case 'stop':
    case 'power-off':
      return [
        priceBefore === undefined ? null : ['Cost before', costInWords({ ...cost, price: priceBefore })],
        [cost.price?.isZero() ? 'Costs' : 'Still costs', costInWords(cost)],
      ];
    case 'image':
      return [made, ['Costs', `${costInWords(cost)}, plus the image`]];
    case 'terminate':
      return [made ?? ['Image', 'none'], ['Cost before', costInWords(cost)]];
    case 'start':
    case 'power-on':
      return [['Costs', costInWords(cost)]];
    default:
      return assertNever(action);
  }
}

/** The advice and commands after an action. */
type Afterwards = {
  readonly commands: readonly (Command | null)[];
  readonly next?: string;
  /** The advice in a message about several notifications. */
  readonly inBrief: readonly string[];
};

function afterwards(notice: Confirmed, cloud: Cloud): Afterwards {
  switch (notice.action) {
    case 'stop': {
      const mayLosePlace = findActionEffect(cloud, notice.action, { kind: 'vm' })?.mayLosePlace === true;
      const startable = `Anyone who needs it can start it again${mayLosePlace ? ', while capacity is available' : ''}`;
      const unneeded = `If nobody needs it, delete it${describeErasure(cloud, 'vm', '; this also erases ')}.`;
      return {
        commands: [start(notice), explain(notice)],
        next: `${startable}. spendwatch then leaves it alone for the cool-off of the rule (24 h by default) or, under a schedule, until its hours begin. ${unneeded}`,
        inBrief: [`${startable}; its rule then leaves it alone for its cool-off.`, unneeded],
      };
    }
    case 'power-off': {
      const next = 'Anyone who needs it can power it on again. If nobody needs it, delete it.';
      return { commands: [start(notice), explain(notice)], next, inBrief: [next] };
    }
    case 'image':
      return { commands: [keep(notice), explain(notice)], inBrief: [] };
    case 'terminate': {
      const next = 'Check for disks that are no longer attached to a VM, and delete those that nobody needs.';
      return { commands: [], next, inBrief: [next] };
    }
    case 'start':
    case 'power-on':
      return { commands: [explain(notice)], inBrief: [] };
    default:
      return assertNever(notice.action);
  }
}

const buildOrderRow = ({ by }: Pick<Confirmed, 'by'>): FigureRow | null =>
  by === null ? null : ['Ordered by', by];

export function actionFailedFacts(
  notice: NotificationByKind<'action-failed'>,
  { zone, cloud }: Context,
): MessageContent {
  const { because, action, retryAfter, severity, by } = notice;
  const titled = { ...notice, cloud };
  // A rule's stop without visible effect may have been undone by hand. It is not refused, and is announced again.
  const isAnnouncedAnew = isRest(action) && by === null && severity !== 'critical';
  const happening = `could not be ${actionText[action].toBe}`;
  return {
    headline: formatHeadline(titled, happening),
    opening: [`${capitalized(named(titled))} ${happening}.`],
    rows: [buildOrderRow(notice)],
    because,
    next:
      retryAfter === null
        ? [
            ...(isAnnouncedAnew ? [] : ['This action was given up and will not be retried.']),
            instead[action],
            ...(isAnnouncedAnew ? [afterCoolOff] : []),
            ...(isRest(action) ? restText(cloud, notice) : []),
          ].join(' ')
        : `The action is retried if it is still required, not before ${formatZonedMinute(retryAfter, zone)}.`,
    commands: [explain(notice)],
  };
}

const afterCoolOff =
  'If the stop is still required after the cool-off of the rule (24 h by default) or, under a schedule, once its hours begin, it is announced again.';

/** Advice for each action that spendwatch gave up. */
const instead: Readonly<Record<ActionKind, string>> = {
  stop: 'Check its state on the platform.',
  'power-off': 'Check its state on the platform.',
  image:
    'Copy the data that you need yourself. spendwatch deletes no VM without the image that its rule requires.',
  terminate: 'It still exists, and may be billed. Delete it on the platform if nobody needs it.',
  start: 'Start it on the platform.',
  'power-on': 'Power it on in the console of the platform.',
};

export function capsHeldFacts(notice: NotificationByKind<'caps-held'>): MessageContent {
  const { because, wanted, allowed } = notice;
  return {
    headline: `caps exceeded: ${wanted} due, ${allowed} allowed; no action taken`,
    opening: [
      'More actions were due than the caps of the policy allow, so none was taken. Check whether they are all intended. If they are, raise the caps in the policy, or carry some out by hand.',
    ],
    rows: [
      ['Due', `${wanted}`],
      ['Allowed', `${allowed}`],
    ],
    because,
    next: 'The caps are checked again at every poll: the actions are held back while they exceed the caps.',
    commands: [explain(notice)],
  };
}
