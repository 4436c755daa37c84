import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../support/temporary-file.ts';
import { aStack, errorsOf, resourceIn, variablesOf } from './a-stack.ts';

describe('the topics of the stack', () => {
  const subscriptions = [
    { to: 'ops@example.com', from: 'info' as const },
    { to: 'https://pager.example.com/hook', from: 'critical' as const },
  ];
  const { template } = aStack({ subscriptions });
  const overTlsAlone = {
    Effect: 'Deny',
    Action: 'sns:Publish',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  };

  it('are encrypted, and accept messages only over TLS from roles with permission', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: [overTlsAlone] },
    });
    const [topic] = Object.values(template.findResources('AWS::SNS::Topic'));
    expect(JSON.stringify(topic)).toContain(':alias/aws/sns');
    template.resourceCountIs('AWS::KMS::Key', 0);
  });

  it('include an equally protected one for each route that needs it', () => {
    const routes = [
      { to: 'amazon-q' as const, name: null },
      { to: 'sns' as const, name: 'research-lab' },
    ];
    const routed = aStack({ routes }).template;
    routed.resourceCountIs('AWS::SNS::Topic', 3);
    routed.resourcePropertiesCountIs(
      'AWS::SNS::TopicPolicy',
      { PolicyDocument: { Statement: [overTlsAlone] } },
      3,
    );
    const topicOf = (prefix: string) => ({ Ref: resourceIn(routed, 'AWS::SNS::Topic', prefix).name });
    expect(variablesOf(routed, 'Act')).toMatchObject({
      SPENDWATCH_Q_TOPIC_ARN: topicOf('SpendwatchAmazonQ'),
      SPENDWATCH_TOPIC_ARN_RESEARCH_LAB: topicOf('SpendwatchSnsResearchLab'),
    });
    routed.hasOutput('TopicAmazonQ', { Value: topicOf('SpendwatchAmazonQ') });
    routed.hasOutput('TopicSnsResearchLab', { Value: topicOf('SpendwatchSnsResearchLab') });
  });

  it('are beside routes whose addresses act reads from named parameters, so that the stack holds none of them', () => {
    const routes = [
      { to: 'slack' as const, name: null, url: '/routes/slack' },
      { to: 'slack' as const, name: 'research', url: '/routes/research' },
      { to: 'webhook' as const, name: 'on-call', url: '/routes/hook', secret: '/routes/hook-secret' },
      {
        to: 'webhook' as const,
        name: 'bus',
        url: '/routes/hook',
        secret: '/routes/hook-secret',
        format: 'cloudevents' as const,
      },
    ];
    const routed = aStack({ routes }).template;
    expect(variablesOf(routed, 'Act')).toMatchObject({
      SPENDWATCH_SLACK_URL: 'ssm:/routes/slack',
      SPENDWATCH_SLACK_URL_RESEARCH: 'ssm:/routes/research',
      SPENDWATCH_WEBHOOK_URL_ON_CALL: 'ssm:/routes/hook',
      SPENDWATCH_WEBHOOK_SECRET_ON_CALL: 'ssm:/routes/hook-secret',
      SPENDWATCH_WEBHOOK_SECRET_BUS: 'ssm:/routes/hook-secret',
      SPENDWATCH_WEBHOOK_FORMAT_BUS: 'cloudevents',
    });
    expect(variablesOf(routed, 'Act')).not.toHaveProperty('SPENDWATCH_WEBHOOK_FORMAT_ON_CALL');
    expect(JSON.stringify(variablesOf(routed, 'Watch'))).not.toContain('/routes/');
  });

  it('cannot replace a route that the policy names and the settings lack, which is refused', () => {
    const lines = [
      'version: 1',
      'rules: [{ name: b, budget: 5 USD a month }]',
      'alerts: { routes: [{ to: slack }] }',
    ];
    const file = temporaryFile('routed.yaml', `${lines.join('\n')}\n`);
    expect(errorsOf(aStack({ policy: file }).stack).join()).toContain(
      'routes has no slack, to which the policy sends messages',
    );
    const routes = [{ to: 'slack', name: null, url: '/routes/slack' }] as const;
    expect(errorsOf(aStack({ policy: file, routes }).stack)).toEqual([]);
  });

  it('send each subscriber messages of its severity, and alarms, which have none, to everybody', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
      FilterPolicy: { severity: ['info', 'warning', 'critical', { exists: false }] },
    });
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'https',
      Endpoint: 'https://pager.example.com/hook',
      FilterPolicy: { severity: ['critical', { exists: false }] },
    });
    aStack().template.resourceCountIs('AWS::SNS::Subscription', 0);
  });
});
