import type { CloudProfile } from '../../clouds/profile.ts';
import { assertNever } from '../../model/assert-never.ts';
import { subjectParts } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { type Instant, later, spanInWords } from '../../model/time/time.ts';
import { computeDueTime } from '../../state/alert.ts';
import { alertOnly, type NextStep, type NotificationByKind } from '../../state/notification.ts';
import { actionText } from './action-text.ts';
import { sentence } from './document.ts';
import { describeErasure, longestLoss } from './effect-text.ts';
import { oneLine } from './plain-text.ts';

/** The time of a message, the zone of its times, and its cloud; `null` for several. */
export type MessageContext = {
  readonly at: Instant;
  readonly zone: string;
  readonly cloud: CloudProfile | null;
};
type MessageTime = Omit<MessageContext, 'cloud'>;
type Planned = Exclude<NextStep, { kind: 'nothing' }>;
/** The event that cancels an action: use of the resource, its start, or none. */
export type CancellingEvent = 'used' | 'started' | 'nothing';
type AlertParts = Pick<NotificationByKind<'alert'>, 'next' | 'again' | 'subject' | 'announced' | 'drivers'>;

/** Returns when the platform itself deletes the resource, which no override prevents. */
export function expiryText(
  { drivers, subject }: AlertParts,
  { zone, cloud }: Omit<MessageContext, 'at'>,
): string[] {
  const { expiresAt } = drivers.find((driver) => driver.subject === subject) ?? {};
  if (expiresAt === undefined) return [];
  const erased = describeErasure(cloud, subjectParts(subject).resource?.kind, ', with ');
  return [`It expires at ${formatZonedMinute(expiresAt, zone)}: the platform then deletes it${erased}.`];
}

/** Returns the next step of an alert and its time, the later steps and repeats, and how to prevent the action. */
export function nextFacts(
  { next, again, subject, announced }: AlertParts,
  { cloud, ...time }: MessageContext,
  unless: CancellingEvent,
): { readonly next: string; readonly advice: readonly string[] } {
  switch (next.kind) {
    case 'action': {
      const isVm = subjectParts(subject).resource?.kind === 'vm';
      const words = [
        ...actionWords(next, describeTiming(next, announced, time), unless),
        ...laterWords(next),
      ];
      return { next: words.join(' '), advice: [keepText(next, unless, isVm ? cloud : null)] };
    }
    case 'not-enforced': {
      const grace = `at least ${spanInWords(next.after)} after its announcement`;
      const approved = next.approve === null ? '' : ', and only if approved';
      const words = [
        'No action: the rule is in observe mode (mode: observe).',
        `In enforce mode it would be ${actionText[next.action].toBe}, ${grace}${approved}${next.erases === undefined ? '' : `, which erases ${oneLine(next.erases, longestLoss)} for good`}.`,
        ...laterWords(next),
        ...againWords(again),
      ];
      return { next: words.join(' '), advice: [] };
    }
    case 'nothing': {
      const isUsual = next.because === alertOnly;
      const outcome = isUsual ? 'Alert only; no action.' : `No action: ${sentence(next.because)}`;
      const words = [outcome, ...againWords(again)];
      return { next: words.join(' '), advice: [] };
    }
    default:
      return assertNever(next);
  }
}

/** The earliest time of an action, and the deadline of its approval. */
type When = { readonly earliest: string; readonly approval: string };

function describeTiming(
  { after, notBefore, approve }: Planned,
  announced: AlertParts['announced'],
  time: MessageTime,
): When {
  const { at, zone } = time;
  const minute = (instant: Instant) => formatZonedMinute(instant, zone);
  const inTime = approve === null ? '' : spanInWords(approve);
  if (announced === undefined) {
    return {
      earliest: `not before ${minute(computeDueTime({ after, notBefore }, at))}`,
      approval: `within ${inTime} of delivery`,
    };
  }
  const { after: promised, deliveredAt } = announced;
  if (deliveredAt === null)
    return {
      earliest: `at least ${spanInWords(promised)} after delivery of its announcement, which is pending`,
      approval: `within ${inTime} of delivery`,
    };
  return {
    earliest: `as announced, not before ${minute(computeDueTime({ after: promised, notBefore }, deliveredAt))}`,
    approval: `by ${minute(later(deliveredAt, approve ?? promised))}`,
  };
}

function actionWords(
  { action, approve, erases }: Planned,
  { earliest, approval }: When,
  unless: CancellingEvent,
): string[] {
  const ways = {
    used: ', unless it is used before then',
    started: ', unless it is started before then',
    nothing: action === 'stop' || action === 'power-off' ? ', in use or not' : '',
  };
  const subject = approve === null ? 'It' : 'Once approved, it';
  return [
    `${subject} will be ${actionText[action].toBe}, ${earliest}${ways[unless]}.`,
    ...(erases === undefined ? [] : [`This erases ${oneLine(erases, longestLoss)} for good.`]),
    ...(approve === null ? [] : [`Without approval ${approval} the action expires.`]),
  ];
}

function laterWords({ then }: Planned): string[] {
  if (then.length === 0) return [];
  const steps = then.map(
    ({ action, after }) => `${actionText[action].toBe} once stopped for ${spanInWords(after)}`,
  );
  return [`Then, unless it is started: ${steps.join(', ')}.`];
}

function againWords(again: AlertParts['again']): string[] {
  if (again === undefined) return [];
  return [
    again === null ? 'Repeats only if it gets worse.' : `Repeats after ${spanInWords(again)} while it lasts.`,
  ];
}

/** Returns how to prevent the action; for a VM, including the means of its cloud. */
function keepText({ action }: Planned, unless: CancellingEvent, cloud: CloudProfile | null): string {
  const ways = { used: 'use it, or ', started: 'start it, or ', nothing: '' };
  const purpose = action === 'stop' || action === 'power-off' ? 'keep it running' : 'keep it as it is';
  return `To ${purpose}, ${ways[unless]}run the keep command below${cloud === null ? '' : `, or ${cloud.keptBy}`}.`;
}
