import { MessageId, RuleName, Subject } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money.ts';
import type { Message, Notice } from '../../lib/model/notice.ts';
import { periodAt } from '../../lib/model/period.ts';
import { hours, type Instant, instant } from '../../lib/model/time.ts';

type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

/** 2026-11-21 05:16 UTC. */
export const morning: Instant = instant(Date.UTC(2026, 10, 21, 5, 16));
export const vm = Subject.parse('project/ml-infra/vm/train-7b');

export const aMessage = (notice: Notice, overrides: Partial<Message> = {}): Message => ({
  id: MessageId.parse('project/ml-infra#2026-11#80%'),
  at: morning,
  severity: 'warning',
  notice,
  delivered: [],
  ...overrides,
});

export const aBudgetNotice = (overrides: Partial<NoticeOf<'budget-crossed'>> = {}): Notice => ({
  kind: 'budget-crossed',
  subject: Subject.parse('project/ml-infra'),
  rule: RuleName.parse('research budget'),
  because: '4,050.00 USD of 5,000.00 USD (81 %) projected: 4,000.00 USD reported and 50.00 USD since',
  threshold: 80,
  basis: 'projected',
  spent: money('4050'),
  limit: money('5000'),
  period: periodAt('month', morning, 'Europe/London'),
  asOf: morning,
  burnRate: hourlyPrice('4.2'),
  drivers: [
    { subject: vm, price: hourlyPrice('2.1'), what: '8 x A100' },
    { subject: Subject.parse('project/ml-infra/volume/data'), price: hourlyPrice('0.0411'), what: 'volume' },
  ],
  ...overrides,
});

export const anIdleNotice = (overrides: Partial<NoticeOf<'idle-found'>> = {}): Notice => ({
  kind: 'idle-found',
  ...aboutVm,
  since: morning,
  price: hourlyPrice('3.2'),
  next: { kind: 'stop', after: hours(1) },
  ...overrides,
});

/** What every notice about the VM says. */
export const aboutVm = {
  subject: vm,
  rule: RuleName.parse('forgotten machines'),
  because: '48 of 48 samples in 4 h were under 10 % CPU and 10 KiB/s',
};
