/**
 * Returns the event with which CloudWatch invokes a function for an alarm, by the example of its documentation:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-actions-Lambda.html
 */
export function anAlarm(overrides: { value?: string; description?: string | undefined } = {}) {
  const { value = 'ALARM' } = overrides;
  const described = 'runs of watch or act are failing; see docs/runbook.md#failing';
  const description = 'description' in overrides ? overrides.description : described;
  return {
    source: 'aws.cloudwatch',
    alarmArn: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:Spendwatch Failing',
    accountId: '123456789012',
    time: '2026-11-21T10:00:00.000+0000',
    region: 'eu-west-1',
    alarmData: {
      alarmName: 'Spendwatch Failing',
      state: {
        value,
        reason: 'Threshold Crossed: 2 out of the last 3 datapoints were greater than the threshold (1.0).',
        timestamp: '2026-11-21T10:00:00.000+0000',
      },
      previousState: {
        value: 'INSUFFICIENT_DATA',
        reason: 'Insufficient Data: 3 datapoints were unknown.',
        timestamp: '2026-11-21T09:45:00.000+0000',
      },
      configuration: {
        ...(description !== undefined && { description }),
        metrics: [{ id: 'e1', expression: 'FILL(leg0, 0) + FILL(leg1, 0)', returnData: true }],
      },
    },
  };
}
