import { ResourceId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { days, earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import type { Notification, NotificationByKind } from '../../../lib/state/notification.ts';
import { aboutVm, aConfirmedNotification, aResolvedNotification, morning, vm } from './a-message.ts';
import { everyAlert } from './every-alert.ts';

const confirmed = (
  action: NotificationByKind<'action-confirmed'>['action'],
  by: string | null = null,
): Notification =>
  aConfirmedNotification({
    because: `${action} was announced, and nobody minded`,
    action,
    image:
      action === 'image' || action === 'terminate'
        ? ResourceId.parse('spendwatch-train-7b-202611210516')
        : null,
    by,
  });

/** One notification of every sort, by the name of its example. */
export const everyNotification: Readonly<Record<string, Notification>> = {
  ...everyAlert,
  over: aResolvedNotification({ because: 'the last 4 h were in use' }),
  'over-terminate': aResolvedNotification({ step: 'terminate', because: 'is no longer stopped (ACTIVE)' }),
  gone: aResolvedNotification({ because: 'it is gone', gone: true }),
  'stop-confirmed': confirmed('stop'),
  'stop-ordered': confirmed('stop', 'ana@example.com'),
  'power-off-confirmed': confirmed('power-off'),
  'image-confirmed': confirmed('image'),
  'terminate-confirmed': confirmed('terminate'),
  'start-confirmed': confirmed('start'),
  'stop-tried-again': {
    kind: 'action-failed',
    ...aboutVm,
    because: 'the platform refused: it is busy',
    action: 'stop',
    retryAfter: later(morning, minutes(30)),
    by: null,
  },
  'terminate-given-up': {
    kind: 'action-failed',
    ...aboutVm,
    because: 'the platform refused three times: it has a snapshot',
    action: 'terminate',
    retryAfter: null,
    by: null,
  },
  digest: {
    kind: 'digest',
    ...aboutVm,
    severity: 'info',
    rule: RuleName.parse('digest'),
    subject: Subject.parse('group/everything'),
    digest: {
      unjudged: null,
      loss: null,
      spare: '5.26 USD/h idle and waste: deleting it ends 4.81 USD/h; stopping does not.',
      notices: ['actions are paused until 2026-11-21 12:00 by ana@example.com: an incident'],
      day: { from: earlier(morning, days(1)), until: morning },
      spent: { day: money('106.47'), before: money('12'), month: money('218.62') },
      coverage: { day: null, before: null, month: null },
      burnRate: hourlyPrice('5.1'),
      budgets: [
        {
          rule: RuleName.parse('research budget'),
          subject: Subject.parse('project/lab'),
          spent: money('170.22'),
          limit: money('500'),
          percent: 34,
          forecast: { low: money('1700'), likely: money('2922.22'), high: money('4298.22') },
        },
      ],
      movers: [{ subject: Subject.parse('project/lab'), day: money('89.27'), before: money('7.2') }],
      actions: [{ at: morning, action: 'stop', subject: vm, rule: aboutVm.rule, by: null }],
      stops: {
        made: 14,
        open: 1,
        wrong: 2,
        newest: [
          { subject: vm, rule: aboutVm.rule, at: morning, startedAgainAt: later(morning, hours(1)) },
          { subject: vm, rule: aboutVm.rule, at: earlier(morning, days(3)), startedAgainAt: morning },
        ],
      },
      savings: { avoided: hourlyPrice('0'), notSaved: money('1.75') },
      waiting: [
        { action: 'terminate', subject: vm, rule: aboutVm.rule, approveUntil: later(morning, days(1)) },
      ],
      blind: ['project/site: listVms: the cloud is unavailable (503 UNAVAILABLE): try again later'],
      spared: [
        {
          subject: vm,
          idleFor: days(3),
          price: hourlyPrice('1.2'),
          because: 'kept by ada until 2026-11-22T12:00:00Z: a demo',
        },
      ],
      withoutFigures: 1,
      firing: 4,
      alerts: [
        { severity: 'warning', subject: vm, rule: aboutVm.rule, stake: '1.20 USD/h, 876.00 USD/month' },
      ],
    },
  },
  'caps-held': {
    kind: 'caps-held',
    ...aboutVm,
    subject: Subject.parse('project/ml-infra'),
    because: '12 actions are due, and caps.per-run is 5',
    wanted: 12,
    allowed: 5,
  },
  'acting-key': {
    kind: 'blind',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('group/everything'),
    because: 'cannot read the SSM parameter /spendwatch/editor-key, which should hold the API key',
    matter: 'acting-key',
    state: 'blind',
    since: morning,
    times: 1,
  },
  blind: {
    kind: 'blind',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('group/everything'),
    because: 'none of 12 targets is seen: listProjects: the cloud rejected the API key (401)',
    matter: 'sight',
    state: 'blind',
    since: morning,
    times: 1,
  },
  'blind-targets': {
    kind: 'blind',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('group/everything'),
    because:
      '1 of 12 targets cannot be seen, the longest since 2026-11-20T05:16:00Z (listVms: forbidden): project/lab',
    matter: 'targets',
    state: 'blind',
    since: morning,
    times: 1,
  },
  'blind-over': {
    kind: 'blind',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('group/everything'),
    because: 'it is over',
    matter: 'records',
    state: 'resolved',
    since: morning,
    times: 2,
  },
  'route-failing': {
    kind: 'route',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('route/slack/research'),
    because: 'Slack answered 404 (no_service)',
    route: 'slack/research',
    state: 'failing',
    since: morning,
  },
  'route-works': {
    kind: 'route',
    ...aboutVm,
    rule: RuleName.parse('spendwatch'),
    subject: Subject.parse('route/slack/research'),
    because: 'it accepted a message',
    route: 'slack/research',
    state: 'works',
    since: morning,
  },
};

const shapes = ['budget', 'rate', 'idle', 'gone', 'digest', 'blind-over'];
/** Notifications that together have every sort of part, for tests of layout rather than wording. */
export const everyShape = Object.fromEntries(
  Object.entries(everyNotification).filter(([name]) => shapes.includes(name)),
);
