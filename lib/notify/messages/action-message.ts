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

/** Words for an action that a poll has confirmed, with its effect on the charge. */
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
        ['Confirmed', `${localMinute(doneAt, zone)} (${zone})`],
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
      return [made, ['Costs', `${priceAndDay(price)}, and the image by its size in addition`]];
    case 'terminate':
      return [['Cost before', priceAndDay(price)], made ?? ['Image', 'none']];
    case 'start':
    case 'power-on':
      return [['Costs', priceAndDay(price)]];
    default:
      return assertNever(action);
  }
}

/** Returns what a person may do after the action. */
function afterwards(notice: Confirmed): Part[] {
  switch (notice.action) {
    case 'stop':
      return [
        nextPart(
          'Anyone who needs it can start it again. It is then exempt for the cool-off of the rule, or under a schedule until its hours begin.',
          'If nobody needs it, delete it; this deletes its boot disk too.',
        ),
        commands(start(notice), explain(notice)),
      ];
    case 'power-off':
      return [
        nextPart('Anyone who needs it can power it on again. If nobody needs it, delete it.'),
        commands(start(notice), explain(notice)),
      ];
    case 'image':
      return [commands(keep(notice), explain(notice))];
    case 'terminate':
      return [
        nextPart('Check for disks that are no longer attached to a VM, and delete those that nobody needs.'),
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
        ? nextPart(`The action was given up and is not retried. ${instead[action]}`)
        : nextPart(
            `The action is retried if it is still required, not before ${localMinute(retryAfter, zone)} (${zone}).`,
          ),
      commands(explain(notice)),
    ],
  };
}

/** Advice for each action that spendwatch gave up. */
const instead: Readonly<Record<ActionKind, string>> = {
  stop: 'Check its state on the platform; only deleting it ends its charge.',
  'power-off': 'Check its state on the platform; only deleting it ends its charge.',
  image:
    'Copy the data that must be kept by hand. A VM that needs an image first is not deleted without one.',
  terminate: 'It still exists and is billed. Delete it on the platform if nobody needs it.',
  start: 'Start it on the platform.',
  'power-on': 'Power it on in the console of the platform.',
};

export function capsHeldWords(notice: NotificationOf<'caps-held'>): Words {
  const { because, wanted, allowed } = notice;
  return {
    headline: `caps exceeded: ${wanted} due, ${allowed} allowed; no action taken`,
    parts: [
      text(
        'More actions were due than the caps of the policy allow, so none was taken.',
        'Check whether that many are correct. If they are, raise the caps in the policy or carry out some of them by hand.',
      ),
      figures(['Due', `${wanted}`], ['Allowed', `${allowed}`]),
      why(because),
      nextPart(
        'The actions are decided again while the rules require them, and held back again while they exceed the caps.',
      ),
      commands(explain(notice)),
    ],
  };
}
