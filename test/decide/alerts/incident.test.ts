import { describe, expect, it } from 'vitest';
import { withNames } from '../../../lib/decide/alerts/notifications.ts';
import { toIncidentFields, toWorstField } from '../../../lib/decide/alerts/reason-to-notify.ts';
import { AlertKey, MessageId, RuleName, Subject } from '../../../lib/model/ids.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import { anObservation, aVm, lab, times } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aTimeline, on } from '../../support/timeline.ts';

const anAlert = (overrides: Partial<Alert> = {}): Alert => ({
  key: AlertKey.parse('account/main#credit#'),
  rule: RuleName.parse('credit'),
  subject: Subject.parse('account/main'),
  kind: 'runway',
  phase: 'firing',
  severity: 'warning',
  since: on('10:00'),
  level: null,
  lastNotified: null,
  clearSince: null,
  fired: [],
  flapping: false,
  announcement: null,
  step: null,
  episode: '',
  createdAt: null,
  retryAfter: null,
  tries: 0,
  unsent: 0,
  because: 'because',
  ...overrides,
});
const said = (severity: Alert['severity'], worst?: Alert['severity']): Alert['lastNotified'] => ({
  at: on('10:00'),
  severity,
  level: null,
  times: 1,
  ...(worst && { worst }),
});

describe('the notifications of an incident', () => {
  it('carry its worst severity, though it falls later', () => {
    expect(toWorstField(anAlert())).toEqual({});
    expect(toWorstField(anAlert({ severity: 'critical', lastNotified: said('warning') }))).toEqual({});
    expect(toWorstField(anAlert({ severity: 'warning', lastNotified: said('critical') }))).toEqual({
      worst: 'critical',
    });
    expect(toWorstField(anAlert({ severity: 'info', lastNotified: said('warning', 'critical') }))).toEqual({
      worst: 'critical',
    });
    expect(toIncidentFields(anAlert({ lastNotified: said('warning', 'critical') }))).toEqual({
      incident: 'account/main#credit##2026-11-21T10:00:00Z',
      worstNotified: 'critical',
    });
    expect(toIncidentFields(anAlert())).not.toHaveProperty('heard');
  });

  it('carry one id from the announcement to the confirmation of the stop', () => {
    const story = aTimeline(aPolicy());
    const seen: Notification[] = [];
    story.poll('10:00');
    seen.push(...story.waiting);
    story.deliver('10:00');
    story.poll('11:00');
    story.carryOut('11:01', 'requested');
    story.poll('11:05', { vm: { state: 'STOPPED', activity: 'stopped' } });
    seen.push(...story.waiting);
    expect(seen.map(({ kind }) => kind)).toEqual(['alert', 'action-confirmed']);
    expect(seen[0]?.incident).toMatch(/#2026-11-21T10:00:00Z$/);
    expect(seen[1]).toMatchObject({ incident: seen[0]?.incident, worstNotified: seen[0]?.severity });
  });

  it('carry one id from the alert to its resolution', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    const [begun] = story.waiting;
    story.deliver('10:00');
    story.poll('10:15', { slots: times(72, 90) });
    expect(story.waiting).toMatchObject([
      { kind: 'resolved', incident: begun?.incident, worstNotified: begun?.severity },
    ]);
  });

  it('carry the id of the announcement when the platform refuses the stop', () => {
    const story = aTimeline(aPolicy());
    story.poll('10:00');
    const [begun] = story.waiting;
    story.deliver('10:00');
    story.poll('11:00');
    story.carryOut('11:01', 'refused');
    expect(story.waiting).toMatchObject([
      { kind: 'action-failed', incident: begun?.incident, worstNotified: begun?.severity },
    ]);
  });
});

describe('a notification', () => {
  const subject = Subject.parse('project/lab/vm/k3x9');
  const notice: Notification = {
    kind: 'action-failed',
    id: MessageId.parse('a message'),
    severity: 'info',
    subject,
    rule: RuleName.parse('idle'),
    because: 'because',
    action: 'stop',
    retryAfter: null,
    by: null,
  };
  const named = (name: string) => anObservation({ resources: [aVm({ id: 'k3x9', metadata: { name } })] });

  it.each([
    ['that it has now', named('trainer'), named('before'), 'trainer'],
    ['that it had before it was gone', anObservation({ resources: [] }), named('trainer'), 'trainer'],
    ['or none where it never had one', anObservation({ resources: [aVm({ id: 'k3x9' })] }), null, undefined],
  ])('carries the name that people gave a resource: %s', (_, observation, before, name) => {
    const seen = [observation, before].map((one) => ({ target: lab, observation: one }));
    expect(withNames([notice], seen).map((one) => one.name)).toEqual([name]);
  });
});
