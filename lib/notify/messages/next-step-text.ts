import { assertNever } from '../../model/assert-never.ts';
import type { NextStep, NotificationOf } from '../../model/notification.ts';
import { subjectParts } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { days, type Instant, isoInstant, later, latest, spanInWords } from '../../model/time/time.ts';
import { actionText } from './action-text.ts';
import { next as nextPart, type Part, sentence, text } from './parts.ts';

/** When a message is told, and on which clocks. */
export type Telling = { readonly at: Instant; readonly zone: string };
type Planned = Exclude<NextStep, { kind: 'nothing' }>;
/** What keeps an act from being done: the use of a thing, its start, or neither. */
type Unless = 'used' | 'started' | 'nothing';
type Told = Pick<NotificationOf<'alert'>, 'next' | 'again' | 'subject' | 'announced' | 'drivers'>;

/** What comes next of an alert, when, what comes after that, and when it is said again. */
export const nextParts = (told: Told, telling: Telling, unless: Unless = 'nothing'): Part[] => [
  ...ownNext(told, telling, unless),
  ...expiryWords(told, telling),
];

/** What the platform does by itself comes whatever is decided here, and may come first. */
function expiryWords({ drivers, subject }: Told, { zone }: Telling): Part[] {
  const { expiresAt } = drivers.find((driver) => driver.subject === subject) ?? {};
  if (expiresAt === undefined) return [];
  return [
    text(
      `It expires: the platform itself deletes it at ${localMinute(expiresAt, zone)} (${zone}), with its boot disk.`,
    ),
  ];
}

function ownNext({ next, again, subject, announced }: Told, telling: Telling, unless: Unless): Part[] {
  switch (next.kind) {
    case 'act': {
      const isVm = subjectParts(subject).resource?.kind === 'vm';
      return [
        nextPart(...actionWords(next, whenOf(next, announced, telling), unless), ...laterWords(next)),
        keepWords(next, telling, unless, isVm),
      ];
    }
    case 'would-act': {
      const grace = `no sooner than ${spanInWords(next.after)} after that was announced`;
      const approved = next.approve === null ? '' : ', and only if somebody approved it';
      return [
        nextPart(
          'Nothing is done: the rule only observes (mode: observe).',
          `In enforce mode it would be ${actionText[next.action].toBe}, ${grace}${approved}.`,
          ...laterWords(next),
          ...againWords(again),
        ),
      ];
    }
    case 'nothing':
      return [nextPart(`Nothing is done: ${sentence(next.because)}`, ...againWords(again))];
    default:
      return assertNever(next);
  }
}

/** The earliest time of an act, and for how long somebody can approve it. */
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
      earliest: `not before ${minute(earliest)} and no sooner than ${spanInWords(after)} after this was delivered`,
      approval: `within ${inTime} of that delivery`,
    };
  }
  const { after: promised, deliveredAt } = announced;
  if (deliveredAt === null)
    return {
      earliest: `no sooner than ${spanInWords(promised)} after its announcement was delivered, which it is not yet`,
      approval: `within ${inTime} of that delivery`,
    };
  const due = later(deliveredAt, promised);
  return {
    earliest: `as announced, not before ${minute(latest(due, notBefore ?? due))}`,
    approval: `by ${minute(approve === null ? due : later(deliveredAt, approve))}`,
  };
}

function actionWords({ action, approve }: Planned, { earliest, approval }: When, unless: Unless): string[] {
  const ways = {
    used: ', unless it is used until then',
    started: ', unless somebody starts it before',
    nothing: action === 'stop' || action === 'power-off' ? ', in use or not' : '',
  };
  const asked = approve === null ? 'It' : 'Once somebody has approved it, it';
  return [
    `${asked} will be ${actionText[action].toBe}, ${earliest}${ways[unless]}.`,
    ...(approve === null ? [] : [`If nobody has ${approval}, it is not done.`]),
  ];
}

function laterWords({ then }: Planned): string[] {
  if (then.length === 0) return [];
  const steps = then.map(
    ({ action, after }) => `${actionText[action].toBe} after ${spanInWords(after)} at rest`,
  );
  return [`Then, while nobody starts it: ${steps.join(', ')}.`];
}

function againWords(again: Told['again']): string[] {
  if (again === undefined) return [];
  return [
    again === null
      ? 'It is not said again while it gets no worse.'
      : `It is said again after ${spanInWords(again)} while it lasts.`,
  ];
}

/** How to keep it: only VMs bear metadata. */
function keepWords({ action }: Planned, { at }: Telling, unless: Unless, isVm: boolean): Part {
  const week = isoInstant(later(at, days(7)));
  const metadata = `, or set its metadata on the platform: "spendwatch" to "keep", or "spendwatch-keep-until" to a time such as "${week}"`;
  const ways = { used: 'use it, or ', started: 'start it, or ', nothing: '' };
  const purpose = action === 'stop' || action === 'power-off' ? 'keep it running' : 'keep it as it is';
  return text(`To ${purpose}, ${ways[unless]}tell spendwatch so as below${isVm ? metadata : ''}.`);
}
