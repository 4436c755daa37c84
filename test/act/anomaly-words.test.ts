import { describe, expect, it } from 'vitest';
import { anomalyWords } from '../../lib/act/anomaly-words.ts';
import type { AnomalyFigures } from '../../lib/model/figures.ts';
import { MessageId, RuleName, Subject } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money.ts';
import type { NoticeOf } from '../../lib/model/notice.ts';
import { at } from '../support/at.ts';

const figures: AnomalyFigures = {
  kind: 'anomaly',
  rate: hourlyPrice('21.99'),
  usual: hourlyPrice('10'),
  bound: hourlyPrice('15'),
  hours: 7,
  byHourOfWeek: false,
};
const notice: NoticeOf<'alert'> = {
  kind: 'alert',
  id: MessageId.parse('project/lab#unusual spend##new-warning'),
  severity: 'warning',
  subject: Subject.parse('project/lab'),
  rule: RuleName.parse('unusual spend'),
  because: '21.99 USD/h now; 10.00 USD/h is usual',
  news: 'new',
  since: at('2026-11-21T12:00:00'),
  figures,
  next: { kind: 'nothing', because: 'the rule only tells' },
  burnRate: hourlyPrice('21.99'),
  drivers: [
    { subject: Subject.parse('project/lab/vm/box'), price: hourlyPrice('12'), what: '8 x H100', by: null },
  ],
};

describe('the words of an anomaly', () => {
  it('say how many times the usual it is, never rounded up, and what costs most', () => {
    const { headline, paragraphs } = anomalyWords(notice, figures);
    expect(headline).toBe('project lab spends 21.99 USD/h, 2.1 times the usual');
    const text = paragraphs.join('\n');
    expect(text).toContain('Usual        10.00 USD/h, the median of 7 hours');
    expect(text).toContain('Not unusual  up to 15.00 USD/h');
    expect(text).toContain('More by      11.99 USD/h');
    expect(text).toContain('12.00 USD/h  VM box, 8 x H100');
    expect(text).toContain('Why: 21.99 USD/h now; 10.00 USD/h is usual.');
  });

  it('do not divide by nothing', () => {
    const { headline } = anomalyWords(notice, { ...figures, usual: hourlyPrice('0') });
    expect(headline).toBe('project lab spends 21.99 USD/h, where it usually spends nothing');
  });
});
