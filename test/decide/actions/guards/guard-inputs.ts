import { expect } from 'vitest';
import type { GuardInput, PhaseInput } from '../../../../lib/decide/actions/guards/guard-input.ts';
import { createProgress } from '../../../../lib/decide/progress.ts';
import { ResourceId } from '../../../../lib/model/ids.ts';
import { hours } from '../../../../lib/model/time/time.ts';
import { PastStop } from '../../../../lib/state/intent.ts';
import {
  aHead,
  anObservation,
  aVm,
  lab,
  times,
  usageUntil,
} from '../../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../../support/builders/policy-builders.ts';
import { anImage, aStart, aStop, aTerminate } from '../../../support/builders/step-builders.ts';
import { aTimeline, on, word } from '../../../support/timeline.ts';

/** Announced at 10:00 with an hour's grace, decided at 11:00, and asked about two minutes later. */
export const now = on('11:02');
export const rests = { state: 'STOPPED', activity: 'stopped' } as const;

export const rule = anIdleRule({ then: [aStop(), anImage(), aTerminate(), aStart()] });
const policy = aPolicy({ rules: [rule] });
const story = aTimeline(policy);
story.poll('10:00');
story.deliver('10:00');
story.poll('11:00');
export const intent = story.head.intents[0] ?? expect.fail('no intent');
export const alert = story.head.alerts[0] ?? expect.fail('no alert');
export const announcement = alert.announcement ?? expect.fail('no announcement');

export const progress = createProgress(aHead());
export const planned = {
  action: 'stop',
  mode: 'enforce',
  after: hours(1),
  notBefore: null,
  approve: null,
  image: null,
  of: null,
} as const;
export const observation = anObservation({
  at: now,
  seen: ['vms', 'machines', 'usage', 'images'],
  usage: [usageUntil(now, times(3, 5))],
});
/** The record of the VM where the rule stopped it. */
export const past = PastStop.parse({
  subject: alert.subject,
  rule: rule.name,
  stoppedAt: on('10:30'),
  startedAgainAt: null,
  createdAt: aVm().createdAt,
  ours: true,
});

const stop = {
  action: 'stop',
  target: lab,
  resource: aVm(),
  erases: null,
  policy,
  overrides: [],
  now,
} as const;
const found = { ...stop, rule, planned, observation, progress, alert };

/** The inputs of each phase, which every guard passes unless something in them is changed. */
export const announce = (change: Partial<PhaseInput<'announce'>> = {}): PhaseInput<'announce'> => ({
  ...found,
  phase: 'announce',
  ...change,
});
export const decide = (change: Partial<PhaseInput<'decide'>> = {}): PhaseInput<'decide'> => ({
  ...found,
  phase: 'decide',
  ...change,
});
export const order = (change: Partial<PhaseInput<'order'>> = {}): PhaseInput<'order'> => ({
  ...stop,
  phase: 'order',
  order: { kind: 'order', ...word('11:00'), action: 'stop', subject: alert.subject },
  progress,
  ...change,
});
export const start = (change: Partial<PhaseInput<'start'>> = {}): PhaseInput<'start'> => ({
  ...stop,
  phase: 'start',
  action: 'start',
  resource: aVm(rests),
  planned,
  past,
  progress,
  ...change,
});
export const claim = (change: Partial<PhaseInput<'claim'>> = {}): PhaseInput<'claim'> => ({
  phase: 'claim',
  target: lab,
  overrides: [],
  now,
  intent,
  ...change,
});
export const perform = (change: Partial<PhaseInput<'perform'>> = {}): PhaseInput<'perform'> => ({
  ...stop,
  phase: 'perform',
  points: usageUntil(now, times(3, 5)).points,
  bootedAt: null,
  image: null,
  intent,
  alert,
  had: {},
  supported: ['cpu', 'network', 'disk'],
  planned: { ...planned, rule },
  ...change,
});

const image = ResourceId.parse('spendwatch-box');
export const ready = aVm({ kind: 'image', id: image, state: 'READY' });
const deletion = { ...planned, action: 'terminate', image } as const;
/** The changes that make a deletion of each input, which every guard passes as well. */
export const deleting = { action: 'terminate', resource: aVm(rests), planned: deletion } as const;
export const deletingFound = {
  ...deleting,
  observation: { ...observation, resources: [aVm(rests), ready] },
};
export const deletingNow = {
  ...deleting,
  planned: { ...deletion, rule },
  intent: { ...intent, kind: 'terminate', image },
  image: ready,
} as const;

const loss = 'its container disk';
const accepted = { ...planned, mayErase: true } as const;
/** The changes that make each input a stop that erases a disk, accepted and named; every guard passes it as well. */
export const erasing = {
  erases: loss,
  planned: accepted,
  alert: { ...alert, announcement: { ...announcement, erases: loss } },
} as const;
export const erasingOrder = { erases: loss, order: { ...order().order, erases: loss } } as const;
export const erasingNow = {
  ...erasing,
  planned: { ...accepted, rule },
  intent: { ...intent, erases: loss },
} as const;

/** A guard, its objection, and inputs with one change that only this guard refuses. */
export type Refusal = readonly [guard: string, because: string, ...inputs: GuardInput[]];
