import { describe, expect, it } from 'vitest';
import { renderMessage } from '../../lib/act/message.ts';
import { Subject } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money.ts';
import type { Notice } from '../../lib/model/notice.ts';
import { hours } from '../../lib/model/time.ts';
import { aBudgetNotice, aboutVm, aMessage, anIdleNotice, anOverNotice, morning, vm } from './a-message.ts';

const rendered = (notice: Notice, zone = 'Europe/London') => renderMessage(aMessage(notice), zone);
const bodyOf = (notice: Notice) => rendered(notice).body;

describe('a message about a budget', () => {
  it('says how far the spending is, where it is heading and what drives it', () => {
    const { subject, body } = rendered(aBudgetNotice());
    expect(subject).toBe('[warning] project ml-infra spent 81% of "research budget"');
    expect(body).toBe(`Project ml-infra has reached 80% of the budget "research budget".

Spent   4,050.00 USD, projected
Limit   5,000.00 USD
        [################----] 81%
Left    950.00 USD
Pace    4.20 USD/h; at this pace the limit is reached in 9 d 10 h, 2026-11-30 15:27
Period  2026-11-01 00:00 to 2026-12-01 00:00 (Europe/London)
Known   up to 2026-11-21 05:16

What costs most now:
2.10 USD/h    VM train-7b, 8 x A100
0.0411 USD/h  volume data

Why: 4,050.00 USD of 5,000.00 USD (81 %) projected: 4,000.00 USD reported and 50.00 USD since.

Next: spendwatch only tells of a budget and stops nothing for it. Each higher percentage is told once.

To spend less, delete what nobody needs: a stopped VM is still billed.

--
warning, rule "research budget", 2026-11-21 05:16 (Europe/London)
A message that comes twice has the same id: project/ml-infra#2026-11#80%
`);
  });

  it('that is passed says by how much, and what the period will come to', () => {
    const body = bodyOf(
      aBudgetNotice({ figures: { spent: money('5200'), threshold: money('5000') }, drivers: [] }),
    );
    expect(body).toContain('[####################] 104%\nOver by  200.00 USD\n');
    expect(body).toContain(
      'Pace     4.20 USD/h; at this pace 6,185.88 USD (123%) at the end of the period\n',
    );
    expect(body).not.toContain('What costs most');
  });

  it('that will last says what the period will come to', () => {
    expect(bodyOf(aBudgetNotice({ burnRate: hourlyPrice('1') }))).toContain(
      'Pace    1.00 USD/h; at this pace 4,284.73 USD (85%) at the end of the period\n',
    );
  });

  it('makes no forecast without a price', () => {
    expect(bodyOf(aBudgetNotice({ burnRate: hourlyPrice('0') }))).toContain(
      'Pace    0.00 USD/h: no resource with a known price is there now\n',
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
    expect(bodyOf(aBudgetNotice({ figures: { spent: money(spent) } }))).toContain(
      `        ${bar}\n`.trimStart(),
    );
  });

  it('names a billing account as one, and the time zone that counts', () => {
    const notice = aBudgetNotice({ subject: Subject.parse('account/main') });
    const { subject, body } = rendered(notice, 'America/New_York');
    expect(subject).toBe('[warning] billing account main spent 81% of "research budget"');
    expect(body).toContain('Billing account main has reached 80%');
    expect(body).toContain('Known   up to 2026-11-21 00:16\n');
  });
});

describe('a message about an idle VM', () => {
  it('that will be stopped says when at the earliest, how to prevent it, and that it saves nothing', () => {
    const { subject, body } = rendered(anIdleNotice());
    expect(subject).toBe('[warning] VM train-7b in project ml-infra is idle and will be stopped');
    expect(body).toBe(`VM train-7b in project ml-infra is idle.

Found  2026-11-21 05:16 (Europe/London)
Costs  3.20 USD/h, 76.80 USD a day

Why: 48 of 48 samples in 4 h were under 10 % CPU and 10 KiB/s.

Next: the VM will be stopped, not before 2026-11-21 06:16 and no sooner than 1 h after this message was delivered, unless it is used until then.

To keep it running, use it, or set its metadata: "spendwatch" to "keep", or "spendwatch-keep-until" to a time such as "2026-11-28T05:16:00Z".

A stopped VM is billed in full until it is deleted, so a stop by itself saves nothing.

--
warning, rule "forgotten machines", 2026-11-21 05:16 (Europe/London)
A message that comes twice has the same id: project/ml-infra#2026-11#80%
`);
  });

  it('says plainly in observe mode that nothing is stopped', () => {
    const { subject, body } = rendered(anIdleNotice({ next: { kind: 'would-stop', after: hours(4) } }));
    expect(subject).toBe('[warning] VM train-7b in project ml-infra is idle (nothing is stopped)');
    expect(body).toContain(
      'Next: nothing. This rule only observes (mode: observe), and nothing is stopped.\n\nWith mode: enforce the VM would be stopped, no sooner than 4 h after the announcement was delivered.\n',
    );
    expect(body).not.toContain('will be stopped');
  });

  it('says why nothing comes next, and when no price is known', () => {
    const { subject, body } = rendered(
      anIdleNotice({
        figures: { price: null },
        next: { kind: 'nothing', because: 'the policy protects it' },
      }),
    );
    expect(subject).toBe('[warning] VM train-7b in project ml-infra is idle');
    expect(body).toContain('Next: nothing is stopped: the policy protects it.\n');
    expect(body).toContain('Costs  unknown; the platform gives no price\n');
  });

  it('says when it is in use again', () => {
    const { subject, body } = rendered(anOverNotice({ because: 'in use' }));
    expect(subject).toBe('[warning] VM train-7b in project ml-infra is no longer idle');
    expect(body).toContain(`VM train-7b in project ml-infra is no longer idle.

Why: in use.

Next: nothing. A stop that was announced and has not begun is called off.
`);
  });
});

describe('a message about a stop', () => {
  it('that was seen done says what the VM goes on costing', () => {
    const notice: Notice = {
      kind: 'stop-confirmed',
      ...aboutVm,
      because: 'seen STOPPED',
      stoppedAt: morning,
      stillBilled: hourlyPrice('3.2'),
    };
    const { subject, body } = rendered(notice);
    expect(subject).toBe('[warning] VM train-7b in project ml-infra is stopped and still billed');
    expect(body).toContain(`VM train-7b in project ml-infra was stopped by spendwatch.

Seen stopped  2026-11-21 05:16 (Europe/London)
Still costs   3.20 USD/h, 76.80 USD a day

Why: seen STOPPED.

A stopped VM is billed in full until it is deleted, so a stop by itself saves nothing.`);
    expect(bodyOf({ ...notice, stillBilled: null })).toContain('Still costs   unknown; the platform gives');
  });

  it('that did not work says why and what follows', () => {
    const { subject, body } = rendered({
      kind: 'stop-not-done',
      ...aboutVm,
      because: 'the platform said no',
    });
    expect(subject).toBe('[warning] VM train-7b in project ml-infra could not be stopped');
    expect(body).toContain(`The stop of VM train-7b in project ml-infra did not work.

Why: the platform said no.

Next: this stop is not tried again. If its rule still asks for it after a pause, a new one is decided.
`);
  });

  it('that the caps held back says how many were due', () => {
    const because = '12 stops are due, and caps.per-run is 5';
    const { subject, body } = rendered({ kind: 'caps-held', ...aboutVm, because, wanted: 12, allowed: 5 });
    expect(subject).toBe('[warning] nothing was stopped: 12 due, the caps allow 5');
    expect(body).toContain('Due      12\nAllowed  5\n\nWhy: 12 stops are due, and caps.per-run is 5.\n');
  });
});

describe('names that are hostile or long', () => {
  it('cannot add a line, move the cursor or turn the text around', () => {
    const subject = Subject.parse('project/ml\r\nBcc: all@example.com/vm/\u001b[2J\u202egnp.exe\u0000');
    const { subject: line, body } = rendered(anOverNotice({ subject }));
    expect(line).toBe('[warning] VM ?[2J?gnp.exe? in project ml Bcc: all@example.com is no longer idle');
    expect(body.split('\n')[0]).toBe(
      'VM ?[2J?gnp.exe? in project ml Bcc: all@example.com is no longer idle.',
    );
  });

  it('are cut short in the subject so that what happened stays readable', () => {
    const subject = Subject.parse(`project/${'p'.repeat(300)}/vm/${'v'.repeat(300)}`);
    const { subject: line, body } = rendered(anOverNotice({ subject }));
    expect(line).toBe(`[warning] VM ${'v'.repeat(25)}... in project ${'p'.repeat(25)}... is no longer idle`);
    expect(body).toContain(`VM ${'v'.repeat(197)}... in project`);
  });

  it('keep their letters in the text and lose them in the subject', () => {
    const subject = Subject.parse('project/größe/vm/模型-1');
    const { subject: line, body } = rendered(anOverNotice({ subject }));
    expect(line).toBe('[warning] VM ??-1 in project gro?e is no longer idle');
    expect(body).toContain('VM 模型-1 in project größe is no longer idle.');
  });
});

it('a message of several notices lists them all, and tells the first of them in full', () => {
  const named = (index: number) => Subject.parse(`project/ml-infra/vm/box-${index}`);
  const notices = Array.from({ length: 8 }, (_, index) => anIdleNotice({ subject: named(index) }));
  const { subject, body } = renderMessage(aMessage(notices), 'UTC');
  expect(subject).toBe('[warning] VM box-0 in project ml-infra is idle and will be stopped, and 7 more');
  expect(body.match(/^- VM box-\d in project ml-infra is idle and will be stopped$/gm)).toHaveLength(8);
  expect(body.match(/^Next: the VM will be stopped/gm)).toHaveLength(5);
});

it('the same message is rendered the same', () => {
  expect(renderMessage(aMessage(anIdleNotice({ subject: vm })), 'UTC')).toEqual(
    renderMessage(aMessage(anIdleNotice({ subject: vm })), 'UTC'),
  );
});
