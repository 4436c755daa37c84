import { MessageId, ResourceId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { days, earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import type { Figures } from '../../../lib/rules/terms.ts';
import type { Driver, Notification, NotificationByKind } from '../../../lib/state/notification.ts';
import {
  aBudgetNotification,
  aboutVm,
  anAction,
  anIdleNotification,
  aWouldBeAction,
  morning,
} from './a-message.ts';

const onlyTells = { kind: 'nothing', because: 'alert only' } as const;

/** An alert with any kind of figures. */
export const anAlert = (
  figures: Figures,
  overrides: Partial<NotificationByKind<'alert'>> = {},
): NotificationByKind<'alert'> => ({
  kind: 'alert',
  ...aboutVm,
  id: MessageId.parse('an id'),
  reason: 'new',
  since: morning,
  figures,
  next: onlyTells,
  burnRate: null,
  drivers: [],
  ...overrides,
});

const ofTrain: Driver = {
  subject: Subject.parse('project/ml-infra/vm/train-7b'),
  price: hourlyPrice('4.2'),
  what: '8 x H100',
  by: 'user-7f3a',
};
const drivers: readonly Driver[] = [
  ofTrain,
  {
    subject: Subject.parse('project/research/vm/notebook-3'),
    price: hourlyPrice('1.1'),
    what: 'vm',
    by: 'user-02bd',
  },
  {
    subject: Subject.parse('project/research/volume/data'),
    price: hourlyPrice('0.0411'),
    what: 'volume',
    by: null,
  },
];
const rates = ['2', '2', '2.1', '2.1', '4', '4', '4', '7', '7', '7.1', '7.1', '7.1'];
const ofMain: Partial<NotificationByKind<'alert'>> = {
  subject: Subject.parse('account/main'),
  rule: RuleName.parse('credit'),
  severity: 'critical',
  burnRate: hourlyPrice('7.1'),
  drivers: [...drivers],
  trend: rates.map((rate) => hourlyPrice(rate)),
  again: hours(4),
};
const ofVm = { price: hourlyPrice('3.2'), state: 'ACTIVE' } as const;
const atRest = { price: hourlyPrice('3.2'), state: 'STOPPED' } as const;
const then = [
  { action: 'image', after: days(7) },
  { action: 'terminate', after: days(8) },
] as const;
const month = { from: earlier(morning, days(20)), until: later(morning, days(10)) };

/** An alert of every kind of figures and every kind of next step, by the name of its example. */
export const everyAlert: Readonly<Record<string, Notification>> = {
  budget: aBudgetNotification({
    trend: rates.map((rate) => hourlyPrice(rate)),
    again: null,
  }),
  forecast: aBudgetNotification({
    figures: {
      basis: 'forecast',
      spent: money('6100'),
      threshold: money('5000'),
      forecast: { low: money('5800'), likely: money('6100'), high: money('6500') },
    },
  }),
  rate: anAlert(
    {
      kind: 'rate',
      of: 'hourly',
      by: 'rule',
      rate: hourlyPrice('7.1'),
      spent: money('7.1'),
      limit: money('5'),
      threshold: money('5'),
    },
    ofMain,
  ),
  anomaly: anAlert(
    {
      kind: 'anomaly',
      rate: hourlyPrice('7.1'),
      usual: hourlyPrice('2'),
      bound: hourlyPrice('3'),
      hours: 168,
      byHourOfWeek: false,
    },
    ofMain,
  ),
  runway: anAlert(
    {
      kind: 'runway',
      credit: money('41.20'),
      reported: { amount: money('41.20'), at: morning },
      burnRate: hourlyPrice('7.1'),
      left: minutes(348),
      emptyAt: later(morning, minutes(348)),
      threshold: hours(6),
      recharge: 'none',
      atRisk: { counts: { vm: 14, disk: 22, volume: 3 }, isPartial: false },
    },
    { ...ofMain, because: '41.20 USD of credit at 7.10 USD/h: runway 5 h 48 min, under 6 h' },
  ),
  'account-state': anAlert({ kind: 'account-state', state: 'suspended payment' }, ofMain),
  idle: anIdleNotification({ drivers: [ofTrain], next: anAction({ then: [...then] }) }),
  'idle-approve': anIdleNotification({ next: anAction({ approve: days(2), then: [...then] }) }),
  'idle-observe': anIdleNotification({
    next: aWouldBeAction({ approve: days(2), then: [...then] }),
    again: days(1),
  }),
  'idle-protected': anIdleNotification({
    next: { kind: 'nothing', because: 'the policy protects project prod-*' },
  }),
  waste: anAlert({
    kind: 'waste',
    condition: 'stopped-vm',
    ...atRest,
    sizeGib: null,
    usedGib: null,
    committedUntil: null,
  }),
  commitment: anAlert({ kind: 'commitment', of: 'commitment', ...ofVm, endsAt: later(morning, days(7)) }),
  schedule: anAlert(
    { kind: 'schedule', ...ofVm, endedAt: earlier(morning, minutes(16)), beginsAt: later(morning, hours(3)) },
    { next: anAction({ after: minutes(30) }) },
  ),
  lifetime: anAlert(
    {
      kind: 'lifetime',
      ...ofVm,
      createdAt: earlier(morning, days(9)),
      longest: days(7),
      cost: money('432'),
      isExtendable: false,
    },
    { next: anAction({ action: 'power-off' }), subject: Subject.parse('project/ml-infra/machine/rack-4') },
  ),
  freshness: anAlert({ kind: 'freshness', of: 'target', seenAt: morning, allowed: minutes(15) }, ofMain),
  reconcile: anAlert(
    {
      kind: 'reconcile',
      reported: money('110'),
      accrued: money('100'),
      from: month.from,
      until: morning,
    },
    ofMain,
  ),
  image: anAlert(
    { kind: 'rest', ...atRest, action: 'image', restsSince: earlier(morning, days(6)), image: null },
    {
      next: anAction({
        action: 'image',
        after: days(1),
        notBefore: later(morning, days(1)),
        then: [{ action: 'terminate', after: days(8) }],
      }),
    },
  ),
  terminate: anAlert(
    {
      kind: 'rest',
      ...atRest,
      action: 'terminate',
      restsSince: earlier(morning, days(7)),
      image: ResourceId.parse('spendwatch-train-7b-202611210516'),
    },
    {
      severity: 'critical',
      because: 'stopped for 7 d (STOPPED), and nobody has started it',
      next: anAction({
        action: 'terminate',
        after: days(1),
        notBefore: later(morning, days(1)),
        approve: days(3),
      }),
    },
  ),
  overspend: anAlert(
    {
      kind: 'overspend',
      ...ofVm,
      of: 'idle',
      spent: money('5520'),
      at: money('5500'),
      limit: money('5000'),
      period: month,
    },
    { rule: RuleName.parse('research budget'), severity: 'critical', next: anAction() },
  ),
};
