import { type ActionKind, isDestructive, isRest } from '../../../model/action-kind.ts';
import { partOf } from '../../../model/facts/observation.ts';
import { castToVmId, toResourceKey } from '../../../model/facts/resource.ts';
import { unreadableInWords } from '../../../model/facts/unreadable.ts';
import { isAhead, isoSecond } from '../../../model/time/time.ts';
import { whyAnswered } from '../restarts.ts';
import type { Objector, PhaseInput, ResourceAction } from './guard-input.ts';

export const expired: Objector<'claim' | 'perform'> = ({ intent: { expiresAt }, now }) =>
  now > expiresAt ? `the action expired at ${isoSecond(expiresAt)}` : null;

export function clock(input: PhaseInput<'order' | 'claim'>): string | null {
  const at = input.phase === 'order' ? input.order.at : input.intent.decidedAt;
  return isAhead(at, input.now) ? `it was given at ${isoSecond(at)}, by a clock that was ahead` : null;
}

export function identity(input: PhaseInput<'start' | 'perform'>): string | null {
  const { createdAt } = input.phase === 'start' ? input.past : input.intent;
  if (createdAt === input.resource.createdAt) return null;
  return `another resource now has its name${input.phase === 'start' ? '' : ' since it was decided'}`;
}

/** Objects where a boot since the decision, or since the announcement, shows that somebody wants it to run. */
export const restart: Objector<'perform'> = ({ alert, bootedAt, intent: { decidedAt }, planned }) => {
  if (bootedAt !== null && bootedAt > decidedAt) return `it was started again at ${isoSecond(bootedAt)}`;
  return alert === undefined || planned === null ? null : whyAnswered(alert, planned.rule, bootedAt);
};

export const atRest = ({ action, resource: { activity, state } }: ResourceAction): string | null =>
  isRest(action) && activity === 'stopped' ? `it is not running (${state})` : null;

export function otherState({
  action,
  resource: { activity, state, keepsMemory },
}: ResourceAction): string | null {
  if (isRest(action))
    return activity === 'running' || activity === 'stopped' ? null : `it is not running (${state})`;
  if (activity !== 'stopped') return `it is not stopped (${state})`;
  // An image holds only the disk: the memory of a suspended machine would be lost.
  return (action === 'image' || action === 'terminate') && keepsMemory
    ? `it is ${state}: an image would not include its memory`
    : null;
}

/** Objects while part of the record is unreadable: any such field may be the one that protects the resource. */
export const wholeRecord = ({ action, resource: { unreadable } }: ResourceAction): string | null =>
  isDestructive(action) && unreadable !== undefined
    ? `its record cannot be read completely (${unreadableInWords(unreadable)})`
    : null;

/** Reports whether an action erases something for good: a deletion, or a stop with such an effect. */
const isErasure = ({ action, erases }: ResourceAction): boolean => action === 'terminate' || erases !== null;

export const knownAge = (input: ResourceAction): string | null =>
  isErasure(input) && input.resource.createdAt === null
    ? 'the platform does not report when it was created: it may be another resource of the same name'
    : null;

/**
 * Objects to an erasure while the resource is committed, or was when it was last seen: the commitment may have been
 * renewed since.
 */
export function commitment(input: ResourceAction): string | null {
  const { committedUntil, seenAt } = input.resource;
  if (!isErasure(input) || committedUntil === null) return null;
  if (committedUntil === 'unknown')
    return 'it counts as committed, since the platform does not show when its commitment ends; if that has ended, delete it on the platform';
  return committedUntil > input.now || committedUntil > seenAt
    ? `it is committed until ${isoSecond(committedUntil)}, and paid for until then`
    : null;
}

/** Objects to a decision on an incomplete poll. */
export function wholePoll({ observation, resource, rule, planned }: PhaseInput<'decide'>): string | null {
  const isVm = resource.kind === 'vm';
  // A failure of another VM's monitor does not matter here.
  const missing = observation.missing.find(
    ({ vm }) => vm === undefined || (isVm && vm === castToVmId(resource)),
  );
  if (missing) return `the last poll was incomplete (${missing.part}: ${missing.because})`;
  // A project whose account cannot be read keeps the last known one, which may no longer pay for it.
  const restsOnAccount = rule.kind === 'budget' && rule.match.account !== undefined;
  const unread = observation.unreadable?.find(({ part }) => restsOnAccount && part === 'account');
  if (unread) return `the last poll was incomplete (${unread.part}: ${unreadableInWords([unread])})`;
  const needsUse = (rule.kind === 'idle' && planned.action === 'stop') || planned.of === 'idle';
  const hasUsage = !needsUse || observation.usage.some(({ vm }) => vm === castToVmId(resource));
  return observation.seen.includes(partOf[resource.kind]) && hasUsage ? null : 'the last poll was incomplete';
}

/** Objects while an action on the resource is decided or requested already. */
export function onItsWay({ progress, target, resource }: PhaseInput<'decide' | 'order' | 'start'>) {
  const subject = `${target}/${toResourceKey(resource)}`;
  const intent = progress.intents.find((candidate) => candidate.subject === subject);
  return intent === undefined ? null : `${nouns[intent.kind]} is already under way`;
}

const nouns: Readonly<Record<ActionKind, string>> = {
  stop: 'a stop',
  'power-off': 'a power-off',
  image: 'an image',
  terminate: 'its deletion',
  start: 'a start',
  'power-on': 'a power-on',
};
