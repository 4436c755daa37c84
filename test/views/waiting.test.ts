import { describe, expect, it } from 'vitest';
import { newSpell } from '../../lib/decide/own-health/blind-spells.ts';
import { IntentId, MessageId, Subject } from '../../lib/model/ids.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { firstControl } from '../../lib/state/control.ts';
import type { Head } from '../../lib/state/head.ts';
import { Override } from '../../lib/state/override.ts';
import { listWaitingActions } from '../../lib/views/waiting.ts';
import { aHead, anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { anImage, aStop } from '../support/builders/step-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const announcement = { message: MessageId.parse('m1'), after: hours(1), deliveredAt: noon };
const asking = anIdleRule({ then: [aStop(hours(1), { approve: hours(3) })] });
const rule = anIdleRule();

const headWith = (alert: Parameters<typeof anAlert>[0], more = {}) =>
  aHead({
    observation: anObservation({ resources: [aVm()] }),
    alerts: [anAlert({ rule: rule.name, ...alert })],
    ...more,
  });

const answer = (verdict: 'approved' | 'denied', message = 'm1') =>
  ({
    kind: 'answer',
    id: 'a',
    author: 'ann',
    reason: 'because',
    at: earlier(noon, minutes(1)),
    until: later(noon, hours(9)),
    verdict,
    subject: Subject.parse('project/lab/vm/box'),
    announcement: MessageId.parse(message),
  }) as const;

describe('an announced action', () => {
  it.each([
    { what: 'that is due once its grace is over', of: rule, overrides: [], state: 'announced' },
    { what: 'that waits for a person', of: asking, overrides: [], state: 'waits-for-approval' },
    { what: 'that was approved', of: asking, overrides: [answer('approved')], state: 'announced' },
    { what: 'that was denied', of: asking, overrides: [answer('denied')], state: 'denied' },
    {
      what: 'of which an earlier announcement was denied',
      of: rule,
      overrides: [answer('denied', 'm0')],
      state: 'announced',
    },
    {
      what: 'that was not approved in time',
      of: asking,
      now: later(noon, hours(3)),
      overrides: [],
      state: 'lapsed',
    },
  ])('$what: $state', ({ of, overrides, state, now = noon }) => {
    const context = aViewInput([of], { overrides, now });
    expect(listWaitingActions([headWith({ announcement })], context)).toMatchObject([
      { action: 'stop', state, announcement: 'm1', notBefore: later(noon, hours(1)) },
    ]);
  });

  it.each([
    {
      what: 'its project is paused',
      kind: 'pause',
      more: {},
      because: /^paused by ada until 2026-11-21 16:00$/,
    },
    { what: 'it is kept', kind: 'keep', more: { subject: '*' }, because: /^kept by ada/ },
  ] as const)('is on hold while $what', ({ kind, more, because }) => {
    const word = { id: 'o', author: 'ada', reason: 'r', at: noon, until: later(noon, hours(4)), ...more };
    const override = Override.parse({ kind, ...word });
    const [held] = listWaitingActions(
      [headWith({ announcement })],
      aViewInput([rule], { overrides: [override] }),
    );
    expect(held?.heldBecause).toMatch(because);
  });

  it('is on hold while no poll succeeds, or no action is possible', () => {
    const blind = [newSpell({ matter: 'acting-key', because: 'no such file' }, noon)];
    const held = (head: Partial<Head>, control = firstControl) =>
      listWaitingActions(
        [{ ...headWith({ announcement }), polledAt: noon, ...head }],
        aViewInput([rule], { control }),
      )[0]?.heldBecause;
    expect(held({})).toBeNull();
    expect(held({ failedPolls: 2, failedBecause: 'gone' })).toBe('its project cannot be polled: gone');
    expect(held({ polledAt: earlier(noon, hours(1)) })).toBe('no poll succeeds');
    expect(held({}, { ...firstControl, blind })).toBe('the key for actions is not available');
  });

  it('is on hold while it is unknown whether the VM is still idle', () => {
    const alert = { announcement, unknownSince: earlier(noon, hours(1)) };
    const held = (of: Partial<typeof alert>, overrides: Override[] = []) =>
      listWaitingActions([headWith({ ...alert, ...of })], aViewInput([rule], { overrides }))[0]?.heldBecause;
    expect(held({})).toBe('not enough data since 2026-11-21 11:00');
    expect(held({}, [answer('denied')])).toBeNull();
  });

  it('is being announced until its announcement was delivered', () => {
    const alert = { announcement: { ...announcement, deliveredAt: null } };
    expect(listWaitingActions([headWith(alert)], aViewInput([rule]))).toMatchObject([
      { state: 'being-announced', notBefore: null },
    ]);
  });

  it.each([
    { what: 'nothing was announced', alert: {} },
    { what: 'its alert is resolved', alert: { announcement, phase: 'resolved' as const } },
    { what: 'its rule is gone', alert: { announcement, rule: 'another' } },
  ])('does not exist where $what', ({ alert }) => {
    expect(listWaitingActions([headWith(alert)], aViewInput([rule]))).toEqual([]);
  });

  it('may be a later step', () => {
    const later = anIdleRule({ then: [aStop(), anImage({ approve: hours(2) })] });
    expect(
      listWaitingActions([headWith({ announcement, step: 'image' })], aViewInput([later])),
    ).toMatchObject([{ action: 'image', state: 'waits-for-approval' }]);
  });

  it('is not due before its later step may be', () => {
    const notBefore = later(noon, hours(72));
    const steps = anIdleRule({ then: [aStop(), anImage()] });
    const head = headWith({ announcement: { ...announcement, notBefore }, step: 'image' });
    expect(listWaitingActions([head], aViewInput([steps]))).toMatchObject([{ action: 'image', notBefore }]);
  });

  it('is listed once when it has been decided, and what waits for a person comes first', () => {
    const alert = anAlert({ rule: rule.name });
    const intent = {
      id: IntentId.parse('i1'),
      kind: 'stop',
      target: lab,
      subject: alert.subject,
      rule: alert.rule,
      alert: alert.key,
      by: null,
      decidedAt: noon,
      expiresAt: later(noon, minutes(10)),
      createdAt: null,
      image: null,
      of: null,
      because: 'quiet',
      state: { kind: 'requested', at: noon },
    } as const;
    const decided = headWith({ announcement }, { intents: [intent] });
    const waits = { ...headWith({ announcement, rule: 'asking' }), target: lab };
    const context = aViewInput([rule, { ...asking, name: anAlert({ rule: 'asking' }).rule }]);
    expect(listWaitingActions([decided, waits], context).map(({ state }) => state)).toEqual([
      'waits-for-approval',
      'asked-for',
    ]);
  });
});
