import { assertNever } from '../../model/assert-never.ts';
import type { NextStep, NotificationOf } from '../../model/notification.ts';
import { subjectParts } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { days, type Instant, isoInstant, later, latest, spanInWords } from '../../model/time/time.ts';
import { actionText } from './action-text.ts';
import { next as nextPart, type Part, sentence, text } from './parts.ts';

/** The time of a message, and the zone of the times in it. */
export type Telling = { readonly at: Instant; readonly zone: string };
type Planned = Exclude<NextStep, { kind: 'nothing' }>;
/** What cancels an action: use of the resource, its start, or neither. */
type Unless = 'used' | 'started' | 'nothing';
type Told = Pick<NotificationOf<'alert'>, 'next' | 'again' | 'subject' | 'announced' | 'drivers'>;

/** Returns the next step of an alert and its time, the later steps, and when the notification repeats. */
export const nextParts = (told: Told, telling: Telling, unless: Unless = 'nothing'): Part[] => [
  ...ownNext(told, telling, unless),
  ...expiryWords(told, telling),
];

/** Returns when the platform itself deletes the resource, which no override prevents. */
function expiryWords({ drivers, subject }: Told, { zone }: Telling): Part[] {
  const { expiresAt } = drivers.find((driver) => driver.subject === subject) ?? {};
  if (expiresAt === undefined) return [];
  return [
    text(
      `It expires at ${localMinute(expiresAt, zone)} (${zone}): the platform then deletes it with its boot disk.`,
    ),
  ];
}

function ownNext({ next, again, subject, announced }: Told, telling: Telling, unless: Unless): Part[] {
  switch (next.kind) {
    case 'action': {
      const isVm = subjectParts(subject).resource?.kind === 'vm';
      return [
        nextPart(...actionWords(next, whenOf(next, announced, telling), unless), ...laterWords(next)),
        keepWords(next, telling, unless, isVm),
      ];
    }
    case 'not-enforced': {
      const grace = `at least ${spanInWords(next.after)} after its announcement`;
      const approved = next.approve === null ? '' : ', and only if approved';
      return [
        nextPart(
          'No action: the rule is in observe mode (mode: observe).',
          `In enforce mode it would be ${actionText[next.action].toBe}, ${grace}${approved}.`,
          ...laterWords(next),
          ...againWords(again),
        ),
      ];
    }
    case 'nothing':
      return [nextPart(`No action: ${sentence(next.because)}`, ...againWords(again))];
    default:
      return assertNever(next);
  }
}

/** The earliest time of an action, and the deadline of its approval. */
type When = { readonly earliest: string; readonly approval: string };

function whenOf(
  { after, notBefore, approve }: Planned,
  announced: Told['announced'],
  telling: Telling,
): When {
  const { at, zone } = telling;
  const minute = (instant: Instant) => `${localMinute(instant, zone)} (${zone})`;
  const inTime = approve === null ? '' : spanInWords(approve);
  if (announced === undefined) {
    const earliest = latest(later(at, after), notBefore ?? at);
    return {
      earliest: `not before ${minute(earliest)} and at least ${spanInWords(after)} after delivery of this message`,
      approval: `within ${inTime} of delivery`,
    };
  }
  const { after: promised, deliveredAt } = announced;
  if (deliveredAt === null)
    return {
      earliest: `at least ${spanInWords(promised)} after delivery of its announcement, which is pending`,
      approval: `within ${inTime} of delivery`,
    };
  const due = later(deliveredAt, promised);
  return {
    earliest: `as announced, not before ${minute(latest(due, notBefore ?? due))}`,
    approval: `by ${minute(approve === null ? due : later(deliveredAt, approve))}`,
  };
}

function actionWords({ action, approve }: Planned, { earliest, approval }: When, unless: Unless): string[] {
  const ways = {
    used: ', unless it is used before then',
    started: ', unless it is started before then',
    nothing: action === 'stop' || action === 'power-off' ? ', in use or not' : '',
  };
  const asked = approve === null ? 'It' : 'Once approved, it';
  return [
    `${asked} will be ${actionText[action].toBe}, ${earliest}${ways[unless]}.`,
    ...(approve === null ? [] : [`Without approval ${approval} the action expires.`]),
  ];
}

function laterWords({ then }: Planned): string[] {
  if (then.length === 0) return [];
  const steps = then.map(
    ({ action, after }) => `${actionText[action].toBe} after ${spanInWords(after)} at rest`,
  );
  return [`Then, unless it is started: ${steps.join(', ')}.`];
}

function againWords(again: Told['again']): string[] {
  if (again === undefined) return [];
  return [
    again === null ? 'Repeats only if it gets worse.' : `Repeats after ${spanInWords(again)} while it lasts.`,
  ];
}

/** Returns how to prevent the action; only VMs have metadata. */
function keepWords({ action }: Planned, { at }: Telling, unless: Unless, isVm: boolean): Part {
  const week = isoInstant(later(at, days(7)));
  const metadata = `, or set its metadata on the platform: "spendwatch" to "keep", or "spendwatch-keep-until" to a time such as "${week}"`;
  const ways = { used: 'use it, or ', started: 'start it, or ', nothing: '' };
  const purpose = action === 'stop' || action === 'power-off' ? 'keep it running' : 'keep it as it is';
  return text(`To ${purpose}, ${ways[unless]}run the keep command below${isVm ? metadata : ''}.`);
}
