import { describe, expect, it } from 'vitest';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { commandNames } from '../../../lib/notify/parts/runnable.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import {
  aMessage,
  anAction,
  anIdleNotification,
  aResolvedNotification,
  aWouldBeAction,
  vm,
} from './a-message.ts';
import { everyNotification } from './every-notification.ts';

const rendered = (notice: Notification, zone = 'Europe/London') =>
  renderMessage(aMessage(notice, { severity: notice.severity }), { zone });
const bodyOf = (notice: Notification) => rendered(notice).body;
const commandsIn = new RegExp(`\\bspendwatch (${commandNames.join('|')})(?![\\w-])`, 'g');
/** The text without its line breaks. */
const wordsOf = (notice: Notification) => bodyOf(notice).replace(/\s+/g, ' ');

// The tables of a digest are as wide as their figures.
it.each(Object.entries(everyNotification).filter(([name]) => name !== 'digest'))(
  'the message %s has no line of prose over 72 columns',
  (_, notice) => {
    const { subject, body } = rendered(notice);
    expect(subject).toMatch(/^\[(info|warning|critical)\] .{1,88}$/);
    for (const line of body.split('\n'))
      if (!/^ +spendwatch |^Message ID: /.test(line)) expect(line.length).toBeLessThanOrEqual(72);
  },
);

it.each(Object.entries(everyNotification))(
  'the message %s names commands as they are started where it is read',
  (_, notice) => {
    const command = 'SPENDWATCH_LEDGER_TABLE=t npx --no-install spendwatch';
    const bare = rendered(notice).body;
    const { body } = renderMessage(aMessage(notice, { severity: notice.severity }), {
      zone: 'Europe/London',
      command,
    });
    const named = (text: string) => [...text.matchAll(commandsIn)].length;
    const words = body.replace(/\s+/g, ' ');
    expect(named(words)).toBe(named(bare.replace(/\s+/g, ' ')));
    expect(named(words.replaceAll(command, ''))).toBe(0);
  },
);

describe('a message about an idle VM', () => {
  it('that will be stopped states the earliest time, how to prevent the stop, and that it saves nothing', () => {
    const { subject } = rendered(anIdleNotification());
    expect(subject).toBe('[warning] VM train-7b in ml-infra: idle at 3.20 USD/h, will be stopped');
    const words = wordsOf(anIdleNotification());
    expect(words).toContain(
      'It will be stopped, not before 2026-11-21 06:16 (Europe/London), unless it is used before then. ',
    );
    expect(words).toContain('To keep it running, use it, or run the keep command below, or set its metadata');
    expect(words).toContain(
      'A stop by itself saves nothing: a stopped VM is billed in full until it is deleted.',
    );
    expect(words).not.toContain('approve');
  });

  it('states the finding, the deadline and how to respond before anything else', () => {
    expect(wordsOf(anIdleNotification())).toMatch(
      /^VM train-7b in project ml-infra is idle\. It will be stopped, not before [^.]+\. To keep it running, /,
    );
  });

  it('lists the steps after the stop', () => {
    const then = [
      { action: 'image', after: days(7) },
      { action: 'terminate', after: days(8) },
    ] as const;
    expect(wordsOf(anIdleNotification({ next: anAction({ then: [...then] }) }))).toContain(
      'Then, unless it is started: copied to an image once stopped for 7 d, deleted for good once stopped for 8 d. ',
    );
  });

  it('that waits for approval states for how long, and how to approve and deny', () => {
    const notice = anIdleNotification({ next: anAction({ approve: days(2) }) });
    expect(rendered(notice).subject).toBe(
      '[warning] VM train-7b in ml-infra: idle at 3.20 USD/h, will be stopped if approved',
    );
    const words = wordsOf(notice);
    expect(words).toContain('Once approved, it will be stopped, not before');
    expect(words).toContain('Without approval within 2 d of delivery the action expires.');
    expect(words).toContain("spendwatch approve ml-infra/vm/train-7b --rule 'forgotten machines'");
    expect(words).toContain("spendwatch deny ml-infra/vm/train-7b --rule 'forgotten machines'");
  });

  it('states in observe mode that it will not be stopped', () => {
    const notice = anIdleNotification({ next: aWouldBeAction({ after: hours(4) }) });
    expect(rendered(notice).subject).toBe(
      '[warning] VM train-7b in ml-infra: idle at 3.20 USD/h (observe mode, no action)',
    );
    expect(wordsOf(notice)).toContain(
      'Next No action: the rule is in observe mode (mode: observe). In enforce mode it would be stopped, at least 4 h after its announcement.',
    );
    expect(wordsOf(notice)).not.toContain('will be stopped');
    expect(wordsOf(notice)).toContain('spendwatch stop ml-infra/vm/train-7b');
  });

  it('states why no action follows, and that its price is unknown', () => {
    const notice = anIdleNotification({
      figures: { price: null },
      next: { kind: 'nothing', because: 'the policy protects it' },
    });
    expect(rendered(notice).subject).toBe('[warning] VM train-7b in ml-infra: idle');
    expect(bodyOf(notice)).toContain('Next   No action: the policy protects it.\n');
    expect(bodyOf(notice)).toContain('Costs  unknown; the platform reports no price\n');
    expect(wordsOf(notice)).not.toContain('spendwatch stop');
  });

  it('states when it is repeated, where that is known', () => {
    expect(wordsOf(anIdleNotification({ next: aWouldBeAction(), again: days(1) }))).toContain(
      'Repeats after 1 d while it lasts.',
    );
    expect(wordsOf(anIdleNotification({ next: aWouldBeAction(), again: null }))).toContain(
      'Repeats only if it gets worse.',
    );
    expect(wordsOf(anIdleNotification({ next: aWouldBeAction() }))).not.toContain('Repeats');
  });

  it('states when it is in use again', () => {
    const { subject, body } = rendered(aResolvedNotification({ because: 'in use' }));
    expect(subject).toBe('[warning] VM train-7b in ml-infra: resolved, no longer found idle');
    expect(body).toContain(`VM train-7b in project ml-infra is no longer found idle.

  Why   in use.
  Next  No action needed. An announced action that has not begun is
        cancelled.
`);
  });
});

it('the subject line of a withdrawn later step states which action is no longer planned', () => {
  const { subject } = rendered(aResolvedNotification({ step: 'terminate' }));
  expect(subject).toBe('[warning] VM train-7b in ml-infra: resolved, no longer going to be deleted for good');
});

describe('resources that no longer exist', () => {
  const goneBox = (name: string, rule = 'forgotten machines') =>
    aResolvedNotification({
      subject: Subject.parse(`project/ml-infra/vm/${name}`),
      rule: RuleName.parse(rule),
      because: 'it is gone',
      gone: true,
    });

  it('are listed in one message, each once with its rules, and none is called idle', () => {
    const message = aMessage([goneBox('a'), goneBox('b'), goneBox('a', 'old machines')], {
      severity: 'info',
    });
    const { subject, body } = renderMessage(message, { zone: 'UTC' });
    expect(subject).toBe('[info] VM a in ml-infra: no longer exists, and 1 more');
    expect(body).toContain(`2 resources no longer exist. Their alerts are resolved.

  Deleted  VM a in ml-infra  it is gone  forgotten machines, old m...
           VM b in ml-infra  it is gone  forgotten machines
`);
    expect(body).not.toContain('idle');
  });
});

describe('the stake of a notification', () => {
  it('orders several notifications: loss of data first, then money by the hour', () => {
    const named = (name: string) => Subject.parse(`project/ml-infra/vm/${name}`);
    const cheap = anIdleNotification({ subject: named('cheap'), figures: { price: hourlyPrice('1') } });
    const dear = anIdleNotification({ subject: named('dear'), figures: { price: hourlyPrice('9') } });
    const lost = anIdleNotification({
      subject: named('lost'),
      figures: { price: hourlyPrice('0.1') },
      next: anAction({ action: 'terminate' }),
    });
    const { body } = renderMessage(aMessage([cheap, dear, lost]), { zone: 'UTC' });
    expect([...body.matchAll(/^== VM (\w+)/gm)].map(([, name]) => name)).toEqual(['lost', 'dear', 'cheap']);
  });
});

describe('hostile or long names', () => {
  it('cannot add a line, move the cursor or reverse the text', () => {
    const subject = Subject.parse('project/ml\r\nBcc: all@example.com/vm/\u001b[2J\u202egnp.exe\u0000');
    const { subject: line, body } = rendered(aResolvedNotification({ subject }));
    expect(line).toBe(
      '[warning] VM ?[2J?gnp.exe? in ml Bcc: all@example.com: resolved, no longer found idle',
    );
    expect(body.replace('\n', ' ')).toMatch(
      /^VM \?\[2J\?gnp\.exe\? in project ml Bcc: all@example\.com is no longer found idle\.\n/,
    );
  });

  it('are shortened in the subject line so that the event stays readable', () => {
    const subject = Subject.parse(`project/${'p'.repeat(300)}/vm/${'v'.repeat(300)}`);
    const { subject: line, body } = rendered(anIdleNotification({ subject }));
    expect(line).toBe(
      `[warning] VM ${'v'.repeat(17)}... in ${'p'.repeat(17)}...: idle at 3.20 USD/h, will be stopped`,
    );
    expect(body).toContain(`${'v'.repeat(197)}...`);
  });

  it('keep their letters in the text and lose them in the subject line', () => {
    const subject = Subject.parse('project/größe/vm/模型-1');
    const { subject: line, body } = rendered(aResolvedNotification({ subject }));
    expect(line).toBe('[warning] VM ??-1 in gro?e: resolved, no longer found idle');
    expect(body).toContain('VM 模型-1 in project größe is no longer found idle.');
  });
});

describe('a message of several notifications', () => {
  const named = (index: number) => Subject.parse(`project/ml-infra/vm/box-${index}`);
  const notifications = Array.from({ length: 12 }, (_, index) =>
    anIdleNotification({ subject: named(index) }),
  );
  const { subject, body } = renderMessage(aMessage(notifications), { zone: 'UTC' });

  it('states once what applies to all, has a section for each of the first ten, and a line for each of the others', () => {
    expect(subject).toBe('[warning] VM box-0 in ml-infra: idle at 3.20 USD/h, will be stopped, and 11 more');
    expect(body.match(/^== VM box-\d+ in ml-infra: idle at 3\.20 USD\/h, will be stopped$/gm)).toHaveLength(
      10,
    );
    expect(body.match(/^- VM box-1[01] in ml-infra: idle at 3\.20 USD\/h, will be stopped$/gm)).toHaveLength(
      2,
    );
    expect(body).toMatch(/^== All 12\n\nCPU 5 % for 4 h. It will be stopped, not before 2026-11-21 06:16/);
    expect(body.match(/It will be stopped/g)).toHaveLength(1);
    expect(body.match(/spendwatch keep ml-infra\/vm\/box-\d /g)).toHaveLength(10);
  });

  it('states separately what does not apply to all', () => {
    const [one, other] = [minutes(30), hours(2)].map((after, index) =>
      anIdleNotification({ subject: named(index), next: anAction({ after }) }),
    );
    const { body: text } = renderMessage(aMessage([one, other].flatMap((notice) => notice ?? [])), {
      zone: 'UTC',
    });
    const [, shared = '', ...each] = text.split(/^== /m);
    expect(shared).toMatch(/^All 2\n\nCPU 5 % for 4 h. A stop by itself saves nothing/);
    expect(each[0]).toContain('It will be stopped, not before 2026-11-21 05:46 (UTC)');
    expect(each[1]).toContain('It will be stopped, not before 2026-11-21 07:16 (UTC)');
  });
});

it('the same message is rendered the same', () => {
  expect(renderMessage(aMessage(anIdleNotification({ subject: vm })), { zone: 'UTC' })).toEqual(
    renderMessage(aMessage(anIdleNotification({ subject: vm })), { zone: 'UTC' }),
  );
});
