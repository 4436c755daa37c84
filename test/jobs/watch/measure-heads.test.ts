import { describe, expect, it } from 'vitest';
import { embeddedMetrics } from '../../../lib/jobs/embedded-metrics.ts';
import { measureHeads } from '../../../lib/jobs/watch/measure-heads.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { money, moneyToCharge } from '../../../lib/model/money/money.ts';
import { days, earlier, type Instant, minutes } from '../../../lib/model/time/time.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { aHead, anObservation, aVm, noon } from '../../support/builders/observation-builders.ts';

const lab = projectTarget(null, ProjectId.parse('lab'));
const prod = projectTarget(null, ProjectId.parse('prod'));

describe('the figures of the CloudWatch dashboard', () => {
  it('add up projects, and include the age of the oldest poll', () => {
    const vms = [aVm({ price: '1.5' }), aVm({ price: '2.25' })];
    const heads = [
      aHead({
        target: lab,
        observation: anObservation({ resources: vms }),
        polledAt: earlier(noon, minutes(5)),
      }),
      aHead({ target: prod, observation: null, failedPolls: 2, polledAt: earlier(noon, minutes(20)) }),
      aHead({
        target: accountTarget(null, BillingAccountId.parse('main')),
        observation: null,
        polledAt: noon,
      }),
    ];
    expect(measureHeads(heads, noon)).toMatchObject({
      BurnRate: 3.75,
      Targets: 3,
      TargetsNotPolled: 1,
      OldestPoll: 1_200,
      AlertsFiring: 0,
      IdleVms: 0,
      NotificationsPending: 0,
    });
  });

  it('leave out a past month, and what the platform no longer lists', () => {
    const spends = (at: Instant) => ({
      ...{ hour: aMeter('hour', at), day: aMeter('day', at) },
      month: aMeter('month', at, { charge: moneyToCharge(money('40')) }),
    });
    const gone = { observation: anObservation(), failedPolls: 9, failureScope: 'unlisted' } as const;
    const heads = [
      aHead({ target: lab, meters: spends(noon) }),
      aHead({ target: prod, meters: spends(earlier(noon, days(30))), ...gone }),
    ];
    expect(measureHeads(heads, noon)).toMatchObject({ SpendThisMonth: 40, BurnRate: 0, TargetsNotPolled: 0 });
  });

  it('have no age of a poll where there was none', () => {
    expect(measureHeads([], noon)).not.toHaveProperty('OldestPoll');
  });

  it('are written as one line that CloudWatch reads as metrics', () => {
    const line = embeddedMetrics('Staging', noon, { BurnRate: 3.75, OldestPoll: 60 });
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({
      _aws: {
        Timestamp: noon,
        CloudWatchMetrics: [
          {
            Namespace: 'spendwatch',
            Dimensions: [['Deployment']],
            Metrics: [
              { Name: 'BurnRate', Unit: 'None' },
              { Name: 'OldestPoll', Unit: 'Seconds' },
            ],
          },
        ],
      },
      Deployment: 'Staging',
      BurnRate: 3.75,
      OldestPoll: 60,
    });
  });
});
