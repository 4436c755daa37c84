import { describe, expect, it } from 'vitest';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import { aBudgetNotification, aMessage } from './a-message.ts';

const rendered = (notice: Notification, zone = 'Europe/London') =>
  renderMessage(aMessage(notice, { severity: notice.severity }), { zone });
const bodyOf = (notice: Notification) => rendered(notice).body;
/** The text without its line breaks. */
const wordsOf = (notice: Notification) => bodyOf(notice).replace(/\s+/g, ' ');

describe('a message about a budget', () => {
  it('that is exceeded states by how much, and the forecast for the period', () => {
    const body = bodyOf(
      aBudgetNotification({ figures: { spent: money('5200'), threshold: money('5000') }, drivers: [] }),
    );
    expect(body).toContain('Spent      [####################] 104%, above 100%\n');
    expect(body).toMatch(
      /Burn rate {2}4\.20 USD\/h; at this rate 6,185 USD \(123%\) at the end of the\n +period/,
    );
    expect(body).not.toContain('Drivers');
  });

  it('that is not exceeded states the forecast for the period', () => {
    expect(wordsOf(aBudgetNotification({ burnRate: hourlyPrice('1') }))).toContain(
      'Burn rate 1.00 USD/h; at this rate 4,284 USD (85%) at the end of the period ',
    );
  });

  it('has no forecast without a price', () => {
    expect(wordsOf(aBudgetNotification({ burnRate: hourlyPrice('0') }))).toContain(
      'Burn rate 0.00 USD/h: no resource has a known price now ',
    );
  });

  it.each([
    ['0', '[--------------------] 0%'],
    ['-20', '[--------------------] -1%'],
    ['1450', '[#####---------------] 29%'],
    ['3999.99', '[###############-----] 79%'],
    ['4000', '[################----] 80%'],
    ['1000000', '[####################] 20000%'],
  ])('draws %s of 5000 USD as %s, never more than is reached', (spent, bar) => {
    expect(bodyOf(aBudgetNotification({ figures: { spent: money(spent) } }))).toContain(` ${bar}`);
  });

  it('names a billing account as such, and the time zone of its period', () => {
    const notice = aBudgetNotification({ subject: Subject.parse('account/main') });
    const { subject, body } = rendered(notice, 'America/New_York');
    expect(subject).toBe('[warning] main: 81% of "research budget" spent, 4,050 of 5,000 USD');
    expect(body).toContain('Billing account main has spent 4,050.00 of 5,000.00 USD.');
    expect(body).toContain('Period     2026-10-31 20:00 to 2026-11-30 19:00 (America/New_York)\n');
  });
});

it.each([
  [
    'project/research',
    'research: 81% of its budget spent, 4,050 of 5,000 USD',
    'Project research has spent 4,050.00 of 5,000.00 USD.',
  ],
  [
    'group/research',
    'projects of research: 81% of their budget spent, 4,050 of 5,000 USD',
    'have spent 4,050.00 of 5,000.00 USD.',
  ],
])(
  'a subject line does not repeat the name of a budget that is named after %s',
  (name, headline, opening) => {
    const notice = aBudgetNotification({ subject: Subject.parse(name) });
    expect(rendered(notice).subject).toBe(`[warning] ${headline}`);
    expect(wordsOf(notice)).toContain(opening);
  },
);

it.each(['research daily', 'research monthly'])(
  'a subject line names the budget %s, to distinguish it from others of the project',
  (name) => {
    const notice = aBudgetNotification({
      subject: Subject.parse('project/research'),
      rule: RuleName.parse(name),
    });
    expect(rendered(notice).subject).toBe(`[warning] research: 81% of "${name}" spent, 4,050 of 5,000 USD`);
  },
);

describe('a message of a budget and its forecast', () => {
  const budget = {
    figures: { forecast: { low: money('5800'), likely: money('6100'), high: money('6500') } },
  };
  const forecast = aBudgetNotification({ figures: { basis: 'forecast', spent: money('6100') } });

  it('reports both at once, with the figures of both', () => {
    const both = aMessage([forecast, aBudgetNotification(budget)]);
    const { subject, body } = renderMessage(both, { zone: 'UTC' });
    expect(subject).toBe('[warning] ml-infra: 81% of "research budget" spent, 4,050 of 5,000 USD');
    expect(body).toContain('Forecast   6,100 USD (80 % interval: 5,800 USD to 6,500 USD)\n');
    expect(body).not.toContain('==');
  });

  it('reports the forecast as well where the other notification does not show it, or is about another subject', () => {
    const elsewhere = aBudgetNotification({ ...budget, subject: Subject.parse('project/render') });
    for (const other of [aBudgetNotification(), elsewhere])
      expect(renderMessage(aMessage([forecast, other]), { zone: 'UTC' }).body).toContain(
        'is forecast to spend',
      );
  });
});
