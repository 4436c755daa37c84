import type { ActionKind } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import { localMinute } from '../../model/time/period.ts';
import { actionText } from './action-text.ts';
import { explain, keep, start } from './commands.ts';
import { priceAndDay } from './cost-text.ts';
import {
  capitalized,
  commands,
  figures,
  headlineOf,
  named,
  next as nextPart,
  type Part,
  type Row,
  text,
  type Words,
  why,
} from './parts.ts';

type Confirmed = NotificationOf<'action-confirmed'>;

/** An act that was seen done: what it means for money comes with it. */
export function actionConfirmedWords(notice: Confirmed, zone: string): Words {
  const { subject, action, doneAt } = notice;
  return {
    headline: headlineOf(subject, actionText[action].done),
    parts: [
      text(
        `${capitalized(named(subject))} was ${actionText[action].toBe} by spendwatch.`,
        providerFacts.effects[action],
      ),
      figures(
        ['Seen done', `${localMinute(doneAt, zone)} (${zone})`],
        orderedBy(notice),
        ...moneyRows(notice),
      ),
      why(notice.because),
      ...afterwards(notice),
    ],
  };
}

function moneyRows({ action, price, image }: Confirmed): (Row | null)[] {
  const made = image === null ? null : (['Image', image] as const);
  switch (action) {
    case 'stop':
    case 'power-off':
      return [['Still costs', priceAndDay(price)]];
    case 'image':
      return [made, ['Costs', `${priceAndDay(price)}, and the image by its size`]];
    case 'terminate':
      return [['Did cost', priceAndDay(price)], made ?? ['Image', 'none']];
    case 'start':
    case 'power-on':
      return [['Costs', priceAndDay(price)]];
    default:
      return assertNever(action);
  }
}

/** What a person may do now, or need not. */
function afterwards(notice: Confirmed): Part[] {
  switch (notice.action) {
    case 'stop':
      return [
        nextPart(
          'Who needs it can start it again; it is then left alone for the cool-off of the rule, or under a schedule until its hours begin.',
          'If nobody does, delete it, which deletes its boot disk too.',
        ),
        commands(start(notice), explain(notice)),
      ];
    case 'power-off':
      return [
        nextPart('Who needs it can switch it on again. If nobody does, delete it.'),
        commands(start(notice), explain(notice)),
      ];
    case 'image':
      return [commands(keep(notice), explain(notice))];
    case 'terminate':
      return [
        nextPart('Look for disks that are attached to nothing now, and delete those that nobody needs.'),
      ];
    case 'start':
    case 'power-on':
      return [commands(explain(notice))];
    default:
      return assertNever(notice.action);
  }
}

const orderedBy = ({ by }: Pick<Confirmed, 'by'>): Row | null => (by === null ? null : ['Ordered by', by]);

export function actionFailedWords(notice: NotificationOf<'action-failed'>, zone: string): Words {
  const { subject, because, action, retryAfter, by } = notice;
  const happening = `could not be ${actionText[action].toBe}`;
  return {
    headline: headlineOf(subject, happening),
    parts: [
      text(`${capitalized(named(subject))} ${happening}.`),
      ...(by === null ? [] : [figures(orderedBy({ by }))]),
      why(because),
      retryAfter === null
        ? nextPart(`It was given up and is not tried again. ${instead[action]}`)
        : nextPart(
            `It is tried again if it is still asked for, not before ${localMinute(retryAfter, zone)} (${zone}).`,
          ),
      commands(explain(notice)),
    ],
  };
}

/** What a person should do when spendwatch gives up. */
const instead: Readonly<Record<ActionKind, string>> = {
  stop: 'See on the platform what it does; only deleting it ends its charge.',
  'power-off': 'See on the platform what it does; only deleting it ends its charge.',
  image: 'Copy what must not be lost yourself. What must have an image first is not deleted without one.',
  terminate: 'It is still there and billed: delete it on the platform if nobody needs it.',
  start: 'Start it on the platform.',
  'power-on': 'Switch it on on the platform.',
};

export function capsHeldWords(notice: NotificationOf<'caps-held'>): Words {
  const { because, wanted, allowed } = notice;
  return {
    headline: `nothing was done: ${wanted} due, the caps allow ${allowed}`,
    parts: [
      text(
        'More was due to be done than the caps of the policy allow, so nothing was.',
        'See whether so much can be right. If it is, raise caps in the policy or do some of it by hand.',
      ),
      figures(['Due', `${wanted}`], ['Allowed', `${allowed}`]),
      why(because),
      nextPart(
        'As long as the rules ask for it, it is decided anew, and held back again while it passes the caps.',
      ),
      commands(explain(notice)),
    ],
  };
}
