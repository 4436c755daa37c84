import { money } from '../../lib/model/money/money.ts';
import { buildMail } from '../../lib/routes/email/send.ts';
import { type Html, html } from '../../lib/routes/html.ts';
import { pagerDutyEvents } from '../../lib/routes/pagerduty/pagerduty-events.ts';
import type { Notification } from '../../lib/state/notification.ts';
import { aBudgetNotification, aMessage, anIdleNotification } from '../notify/messages/a-message.ts';

/** What a message of another product holds: its subject or title, and lines; sentences of theirs are only paraphrased. */
type Theirs = { readonly subject: string; readonly lines: readonly string[] };

/** An event, and what others than spendwatch and PagerDuty, which is sent spendwatch's own event, send about it. */
type Compared = { readonly notice: Notification; readonly aws: Theirs | null; readonly grafana: Theirs };

/** Grafana's default message: https://github.com/grafana/alerting/blob/main/templates/default_template.go */
const grafana = (name: string, values: string, labels: Readonly<Record<string, string>>): Theirs => ({
  subject: `[FIRING:1] ${name} Spend (${Object.values(labels).join(' ')})`,
  lines: [
    '**Firing**',
    '',
    `Value: ${values}`,
    'Labels:',
    ` - alertname = ${name}`,
    ...Object.entries({ ...labels, grafana_folder: 'Spend' })
      .toSorted()
      .map(([label, value]) => ` - ${label} = ${value}`),
    'Annotations:',
    'Source: https://grafana.example.com/alerting/grafana/fe1…/view?orgId=1',
    'Silence: https://grafana.example.com/alerting/silence/new?alertmanager=grafana&matcher=…',
  ],
});

const budget: Compared = {
  notice: aBudgetNotification({
    figures: { forecast: { low: money('4700'), likely: money('5020'), high: money('5300') } },
  }),
  aws: {
    subject: 'AWS Budgets: research budget has exceeded your alert threshold',
    lines: [
      'AWS Budget Notification November 21, 2026',
      'AWS Account 111122223333',
      '',
      '(a greeting)',
      '(two sentences with the threshold and the amount below)',
      '',
      'Budget Name: research budget',
      'Budget Type: Cost',
      'Budgeted Amount: $5,000.00',
      'Alert Type: ACTUAL',
      'Alert Threshold: > $4,000.00',
      'ACTUAL Amount: $4,050.00',
      '',
      '(link to all budgets)',
    ],
  },
  grafana: grafana('research budget', 'A=0.81, C=1', {
    basis: 'to-date',
    rule: 'research budget',
    target: 'project/ml-infra',
  }),
};

const idle: Compared = {
  notice: anIdleNotification(),
  aws: null,
  grafana: grafana('idle VM', 'A=5, C=1', { instance: 'train-7b', project: 'ml-infra' }),
};

/** Pages that show messages of spendwatch beside those of AWS Budgets, PagerDuty and Grafana on the same event. */
export const comparedMessages: Readonly<Record<string, string>> = {
  'messages-budget': pageOf(budget),
  'messages-idle': pageOf(idle),
};

function pageOf({ notice, aws, grafana }: Compared): string {
  const message = aMessage(notice, { id: notice.id, severity: notice.severity });
  const reader = { zone: 'UTC', dashboard: 'https://spend.example.com' };
  const mail = buildMail(message, reader, 'example.com');
  const [incident = ''] = pagerDutyEvents(message, reader)
    .flat()
    .map((event) => (event.event_action === 'trigger' ? event.payload.summary : ''));
  const pagerDuty = html`<h3>Triggered #1: ${incident}</h3>
<pre>Service: spendwatch
Urgency: High
Assigned to: (who is on call)</pre>
<p><b>Acknowledge</b> <b>Resolve</b></p>`;
  const columns: readonly (readonly [string, Html])[] = [
    ['spendwatch, e-mail', html`<h3>${mail.subject}</h3><iframe srcdoc="${mail.html}"></iframe>`],
    [
      'AWS Budgets, e-mail',
      aws === null ? html`<p>None: a budget is of an account's cost or usage.</p>` : linesOf(aws),
    ],
    ["PagerDuty in Slack, on spendwatch's event", pagerDuty],
    ['Grafana, default message', linesOf(grafana)],
  ];
  return html`<!doctype html><style>
body { margin: 0; padding: 16px; background: #eef1f5; font: 14px/1.5 Helvetica, Arial, sans-serif; color: #1b2026; }
main { display: grid; grid-template-columns: 1.7fr 1fr 1fr 1fr; gap: 12px; }
section { padding: 0 12px; background: #fff; border-radius: 8px; overflow-wrap: anywhere; }
h2 { font-size: 13px; color: #58626e; } h3 { font-size: 15px; line-height: 1.3; }
pre { font: inherit; white-space: pre-wrap; } iframe { width: 100%; height: 830px; border: 0; }
b { padding: 4px 10px; border: 1px solid #b9c2cc; border-radius: 4px; }
</style><main>${columns.map(([name, content]) => html`<section><h2>${name}</h2>${content}</section>`)}</main>`
    .text;
}

function linesOf({ subject, lines }: Theirs): Html {
  return html`<h3>${subject}</h3><pre>${lines.join('\n')}</pre>`;
}
