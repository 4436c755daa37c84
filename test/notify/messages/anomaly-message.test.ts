import { describe, expect, it } from 'vitest';
import { MessageId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { AnomalyFigures } from '../../../lib/rules/anomaly/terms.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import { at } from '../../support/at.ts';
import { aMessage } from './a-message.ts';

const figures: AnomalyFigures = {
  kind: 'anomaly',
  rate: hourlyPrice('21.99'),
  usual: hourlyPrice('10'),
  bound: hourlyPrice('15'),
  hours: 7,
  byHourOfWeek: false,
};
const notice: NotificationByKind<'alert'> = {
  kind: 'alert',
  id: MessageId.parse('project/lab#unusual spend##new-warning'),
  severity: 'warning',
  subject: Subject.parse('project/lab'),
  rule: RuleName.parse('unusual spend'),
  because: '21.99 USD/h now; 10.00 USD/h is usual',
  reason: 'new',
  since: at('2026-11-21T12:00:00'),
  figures,
  next: { kind: 'nothing', because: 'alert only' },
  burnRate: hourlyPrice('21.99'),
  drivers: [
    { subject: Subject.parse('project/lab/vm/box'), price: hourlyPrice('12'), what: '8 x H100', by: null },
  ],
};

const rendered = (told: AnomalyFigures = figures) =>
  renderMessage(aMessage({ ...notice, figures: told }), { zone: 'UTC' });

describe('the message of an anomaly', () => {
  it('states how many times the usual rate it is, never rounded up, and what costs most', () => {
    const { subject, body } = rendered();
    expect(subject).toBe('[warning] lab: burn rate 21.99 USD/h, 2.1 times the usual');
    expect(body).toContain('  Usual      10.00 USD/h, the median of 7 hours; anomalous above 15.00\n');
    expect(body).toContain('  Increase   11.99 USD/h\n');
    expect(body).toContain(
      '  Drivers    box         12.00 USD/h  8 x H100\n             all others   9.99 USD/h\n',
    );
    expect(body).toContain('  Why        21.99 USD/h now; 10.00 USD/h is usual.\n');
  });

  it('has no factor where the usual rate is zero', () => {
    const { subject } = rendered({ ...figures, usual: hourlyPrice('0') });
    expect(subject).toBe('[warning] lab: burn rate 21.99 USD/h, usually zero');
  });
});
