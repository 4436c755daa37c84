import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { Subject } from '../../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../../lib/model/money/money.ts';
import { periodAt } from '../../../../lib/model/time/period.ts';
import { instant } from '../../../../lib/model/time/time.ts';
import { type FleetContext, frame } from '../../../../lib/simulator/demo/screen/frame.ts';
import type { MachineView, View } from '../../../../lib/simulator/demo/screen/view.ts';
import { aVm } from '../../../support/builders/observation-builders.ts';

const now = instant(Date.parse('2026-03-17T09:50:00Z'));
const plain = createColors(false);

const machine = (id: string, more: Partial<MachineView> = {}): MachineView => ({
  project: 'lab',
  resource: aVm({ id, price: '0.29', createdAt: null, vcpus: 8, seenAt: now }),
  cpu: 7,
  note: { tone: 'good', text: 'in use' },
  ...more,
});

const view = (more: Partial<View> = {}): View => ({
  now,
  burnRate: hourlyPrice('47.53'),
  accounts: [{ id: 'main', credit: money('1204.1'), burnRate: hourlyPrice('47.53') }],
  budgets: [
    {
      subject: Subject.parse('project/lab'),
      figures: {
        kind: 'budget',
        basis: 'to-date',
        spent: money('296.24'),
        limit: money('500'),
        threshold: money('250'),
        forecast: null,
        period: periodAt('month', now, 'UTC'),
        asOf: now,
      },
      level: 50,
    },
  ],
  machines: [machine('notebook'), machine('old', { note: { tone: 'due', text: 'idle; stop at 10:15' } })],
  ...more,
});

const around = (more: Partial<FleetContext> = {}): FleetContext => ({
  title: 'simulated cloud',
  hint: 'Ctrl-C ends it.',
  dashboard: null,
  burnRates: [10, 20, 47],
  happenings: [{ at: now, severity: 'warning', text: 'VM old in project lab is idle' }],
  zone: 'UTC',
  columns: 80,
  rows: 24,
  ...more,
});

it('shows burn, credit, budgets, machines and what was said', () => {
  const drawn = frame(view(), around(), plain)
    .split('\n')
    .map((line) => line.trimEnd());
  expect(drawn).toEqual([
    'spendwatch  simulated cloud                                2026-03-17 09:50 UTC',
    '',
    'BURN RATE 47.53 USD/h   ▂▄█',
    'CREDIT    1,204.10 USD   account main',
    '',
    'BUDGETS   this month to date; marks at 50, 80 and 100 %',
    '  lab                █████████████▋···|····|   59 %  296.24 USD of 500.00 USD',
    '',
    'MACHINES',
    '  lab/notebook           ACTIVE   0.29 USD/h cpu 7 %  in use',
    '  lab/old                ACTIVE   0.29 USD/h cpu 7 %  idle; stop at 10:15',
    '',
    'RECENT ALERTS',
    '  03-17 09:50  VM old in project lab is idle',
    '',
    'Ctrl-C ends it.',
  ]);
});

it.each([
  [80, 24],
  [72, 20],
  [200, 60],
])('never is wider or taller than a terminal of %d x %d', (columns, rows) => {
  const machines = Array.from({ length: 100 }, (_, index) => machine(`vm-with-a-rather-long-name-${index}`));
  const happenings = Array.from({ length: 100 }, () => ({
    at: now,
    severity: 'info' as const,
    text: 'x'.repeat(300),
  }));
  const lines = frame(view({ machines }), around({ columns, rows, happenings }), plain).split('\n');
  expect(lines.length).toBeLessThan(rows);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
});

it('shows what matters first where not all machines fit', () => {
  const quiet = Array.from({ length: 50 }, (_, index) => machine(`vm-${index}`));
  const due = machine('old', { note: { tone: 'due', text: 'idle; stop at 10:15' } });
  const drawn = frame(view({ machines: [...quiet, due] }), around(), plain);
  expect(drawn).toContain('lab/old');
  expect(drawn).toMatch(/and \d+ more/);
});

it('lets no hostile name move the cursor', () => {
  const drawn = frame(view({ machines: [machine('\u001b[2J\u001b[1;1Hgone')] }), around(), plain);
  expect(drawn).not.toContain('\u001b');
});
