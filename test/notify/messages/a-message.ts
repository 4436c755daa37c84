import { IntentId, MessageId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { findPeriod } from '../../../lib/model/time/period.ts';
import { earlier, hours, type Instant, instant } from '../../../lib/model/time/time.ts';
import type { BudgetFigures } from '../../../lib/rules/budget/terms.ts';
import type { IdleFigures } from '../../../lib/rules/idle/terms.ts';
import type { Figures } from '../../../lib/rules/terms.ts';
import type { Message, NextStep, Notification, NotificationByKind } from '../../../lib/state/notification.ts';

/** 2026-11-21 05:16 UTC. */
export const morning: Instant = instant(Date.UTC(2026, 10, 21, 5, 16));
export const vm = Subject.parse('project/ml-infra/vm/train-7b');

export const aMessage = (
  notifications: Notification | readonly Notification[],
  overrides: Partial<Message> = {},
): Message => ({
  id: MessageId.parse('project/ml-infra#2026-11#80%'),
  at: morning,
  severity: 'warning',
  cloud: 'compute',
  notifications: [notifications].flat(),
  delivered: [],
  ...overrides,
});

type Changes<F extends Figures> = Partial<Omit<NotificationByKind<'alert'>, 'figures'>> & {
  readonly figures?: Partial<F>;
};

export const aBudgetNotification = ({
  figures = {},
  ...overrides
}: Changes<BudgetFigures> = {}): Notification => ({
  kind: 'alert',
  id: MessageId.parse('project/ml-infra#research budget#2026-11#level-80'),
  severity: 'warning',
  subject: Subject.parse('project/ml-infra'),
  rule: RuleName.parse('research budget'),
  because: '4,050.00 USD of 5,000.00 USD (81 %) to date: 4,000.00 USD reported and 50.00 USD since',
  reason: 'new',
  since: morning,
  next: { kind: 'nothing', because: 'alert only' },
  burnRate: hourlyPrice('4.2'),
  drivers: [
    { subject: vm, price: hourlyPrice('2.1'), what: '8 x A100', by: null },
    {
      subject: Subject.parse('project/ml-infra/volume/data'),
      price: hourlyPrice('0.0411'),
      what: 'volume',
      by: null,
    },
  ],
  ...overrides,
  figures: {
    kind: 'budget',
    basis: 'to-date',
    spent: money('4050'),
    limit: money('5000'),
    threshold: money('4000'),
    period: findPeriod('month', morning, 'Europe/London'),
    asOf: morning,
    forecast: null,
    ...figures,
  },
});

/** What every notification about the VM has. */
export const aboutVm = {
  id: MessageId.parse('project/ml-infra/vm/train-7b#forgotten machines'),
  severity: 'warning',
  subject: vm,
  rule: RuleName.parse('forgotten machines'),
  because: '48 of 48 samples in 4 h were under 10 % CPU and 10 KiB/s',
} as const;

type Planned = Extract<NextStep, { kind: 'action' }>;
/** An announced action: a stop after an hour. */
export const anAction = (overrides: Partial<Planned> = {}): Planned => ({
  kind: 'action',
  action: 'stop',
  after: hours(1),
  notBefore: null,
  approve: null,
  then: [],
  ...overrides,
});
/** What would follow in enforce mode. */
export const aWouldBeAction = (overrides: Partial<Omit<Planned, 'kind'>> = {}): NextStep => ({
  ...anAction(overrides),
  kind: 'not-enforced',
});

export const anIdleNotification = ({
  figures = {},
  ...overrides
}: Changes<IdleFigures> = {}): Notification => ({
  kind: 'alert',
  ...aboutVm,
  reason: 'new',
  since: morning,
  next: anAction(),
  burnRate: null,
  drivers: [],
  ...overrides,
  figures: {
    kind: 'idle',
    since: earlier(morning, hours(4)),
    points: 48,
    cpu: 5,
    network: 200,
    disk: 0,
    price: hourlyPrice('3.2'),
    ...figures,
  },
});

/** A confirmed stop, after which the VM costs as much as before. */
export const aConfirmedNotification = (
  overrides: Partial<NotificationByKind<'action-confirmed'>> = {},
): NotificationByKind<'action-confirmed'> => ({
  kind: 'action-confirmed',
  intent: IntentId.parse('i'),
  ...aboutVm,
  action: 'stop',
  doneAt: morning,
  price: hourlyPrice('3.2'),
  image: null,
  by: null,
  ...overrides,
});

export const aResolvedNotification = (
  overrides: Partial<NotificationByKind<'resolved'>> = {},
): Notification => ({
  kind: 'resolved',
  ...aboutVm,
  since: morning,
  of: 'idle',
  step: null,
  ...overrides,
});
