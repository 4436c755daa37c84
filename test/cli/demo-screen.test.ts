import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { type DemoMachine, type DemoState, demoFrame } from '../../lib/cli/demo-screen.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  RuleName,
  Subject,
} from '../../lib/model/ids.ts';
import { hourlyPrice, money, noMoney } from '../../lib/model/money/money.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { instant, later, minutes } from '../../lib/model/time/time.ts';
import type { BudgetView } from '../../lib/views/budgets.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anAccountObservation, anObservation, aVm } from '../support/builders/observation-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';

const now = instant(Date.parse('2026-03-17T09:50:00Z'));
const plain = createColors(false);
const target = projectTarget(null, ProjectId.parse('lab'));

const machine = (id: string, more: Partial<DemoMachine> = {}): DemoMachine => ({
  target,
  cloud: 'compute',
  subject: Subject.parse(`project/lab/vm/${id}`),
  resource: aVm({ id, price: '0.29', createdAt: null, vcpus: 8, seenAt: now }),
  owner: null,
  purpose: null,
  use: { at: now, cpu: 7, network: 0, disk: 0, answers: null },
  idleSince: null,
  protectedBecause: null,
  waiting: null,
  failingSince: null,
  hasUnknownGpus: false,
  alert: null,
  verdict: 'clear',
  isRestarted: false,
  ...more,
});
const waiting = {
  target,
  subject: Subject.parse('project/lab/vm/old'),
  rule: RuleName.parse('forgotten'),
  action: 'stop',
  state: 'announced',
  announcement: null,
  notBefore: later(now, minutes(20)),
  approveUntil: null,
  because: 'idle',
  heldBecause: null,
} as const;

const budget: BudgetView = {
  rule: RuleName.parse('lab budget'),
  subject: Subject.parse('project/lab'),
  verdict: 'breached',
  severity: 'info',
  basis: 'to-date',
  estimated: noMoney,
  resources: null,
  period: { kind: 'month', startsOn: 1 },
  interval: findPeriod('month', now, 'UTC'),
  spent: money('296.24'),
  limit: money('500'),
  percent: 59.2,
  thresholds: [50, 80, 100],
  forecast: null,
  isForecastOver: false,
  tone: 'info',
  asOf: now,
  because: 'spent',
};

const meters = { hour: aMeter('hour', now), day: aMeter('day', now), month: aMeter('month', now) };
const heads = [
  aHead({
    target: accountTarget(null, BillingAccountId.parse('main')),
    observation: anAccountObservation({
      at: now,
      creditBalance: money('1204.1'),
      burnRate: hourlyPrice('2'),
    }),
    meters,
    polledAt: now,
  }),
  aHead({
    target,
    observation: anObservation({ at: now, resources: [aVm({ price: '47.53' })] }),
    polledAt: now,
  }),
];

const state = (more: Partial<DemoState> = {}): DemoState => ({
  now,
  status: { ...buildStatus(heads, aViewInput([], { now })), budgets: [budget] },
  machines: [machine('notebook'), machine('old', { waiting, verdict: 'breached' })],
  burnRates: [10, 20, 47],
  happenings: [{ at: now, severity: 'warning', text: 'VM old in project lab is idle' }],
  ...more,
});

const setting = { title: 'simulated cloud', hint: 'Ctrl-C ends it.', dashboard: null, zone: 'UTC' };
const frame = (more: Partial<DemoState> = {}, columns = 80, rows = 24): string =>
  demoFrame(state(more), setting, { columns, rows }, plain);

it('the demo screen shows burn rate, credit, budgets, machines and recent alerts', () => {
  const drawn = frame()
    .split('\n')
    .map((line) => line.trimEnd());
  expect(drawn).toEqual([
    'spendwatch  simulated cloud                                2026-03-17 09:50 UTC',
    '',
    'BURN RATE 47.53 USD/h   ▂▄█',
    'CREDIT    1,202.43 USD   account main',
    '',
    'BUDGET      SUBJECT                 %  SPENT USD  LIMIT USD  PERIOD',
    'lab budget  lab      ███████··|·|  59     296.24     500.00  month',
    '',
    'PROJECT  NAME      STATE   SIZE     USD/h  CPU  NOTE',
    'lab      notebook  ACTIVE  8 cores   0.29  7 %  in use',
    'lab      old       ACTIVE  8 cores   0.29  7 %  stop announced, in 20 min or l…',
    '',
    'RECENT ALERTS',
    '03-17 09:50  VM old in project lab is idle',
    '',
    'Ctrl-C ends it.',
  ]);
});

it.each([
  [money('0'), 'none'],
  [null, 'unknown'],
])('the demo screen shows a credit of %s with nothing left to delete as: %s', (creditBalance, words) => {
  const [account] = heads;
  const observation = anAccountObservation({ at: now, creditBalance, burnRate: null });
  const status = buildStatus(account ? [{ ...account, observation }] : [], aViewInput([], { now }));
  expect(frame({ status }).split('\n')).toContain(`CREDIT    ${words}   account main`);
});

it.each([
  [{ verdict: 'suspect' }, 'GPU use unknown'],
  [{ verdict: 'unknown' }, 'not enough data'],
  [{ protectedBecause: 'protected by the policy' }, 'in use'],
  [{ verdict: 'breached', idleSince: now, isRestarted: true }, 'idle for 0 s, restarted'],
  [{ verdict: 'breached', idleSince: now, protectedBecause: 'protected' }, 'idle for 0 s, protected'],
] as const)('the demo screen shows a machine with %j as: %s', (more, note) => {
  const line = frame({ machines: [machine('box', more)] })
    .split('\n')
    .find((known) => known.includes('box'));
  expect(line?.trimEnd().endsWith(`7 %  ${note}`)).toBe(true);
});

it.each([
  [80, 24],
  [72, 20],
  [200, 60],
])('the demo screen is never wider or taller than a terminal of %d x %d', (columns, rows) => {
  const machines = Array.from({ length: 100 }, (_, index) => machine(`vm-with-a-rather-long-name-${index}`));
  const happenings = Array.from({ length: 100 }, () => ({
    at: now,
    severity: 'info' as const,
    text: 'x'.repeat(300),
  }));
  const lines = frame({ machines, happenings }, columns, rows).split('\n');
  expect(lines.length).toBeLessThan(rows);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
});

it('the demo screen shows the most important machines where not all fit', () => {
  const quiet = Array.from({ length: 50 }, (_, index) => machine(`vm-${index}`));
  const drawn = frame({ machines: [...quiet, machine('old', { waiting, verdict: 'breached' })] });
  expect(drawn).toMatch(/^lab +old/m);
  expect(drawn).toMatch(/and \d+ more/);
});

it('the demo screen prints no cursor movement that is in a name', () => {
  expect(frame({ machines: [machine('\u001b[2J\u001b[1;1Hgone')] })).not.toContain('\u001b');
});
