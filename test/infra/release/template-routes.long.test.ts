import { describe, expect, it } from 'vitest';
import { templateOf } from '../../../lib/infra/release/template.ts';
import { temporaryPolicy } from '../../support/temporary-file.ts';
import { needed, zips } from './a-template.ts';
import { evaluated, TemplateParts } from './evaluated-template.ts';

describe('the template of a policy with routes', () => {
  it('has buttons of Amazon Q for a named route, without another', () => {
    const ops = temporaryPolicy('alerts: { routes: [{ to: amazon-q, name: ops }] }\n');
    const buttons = { ...needed, AnswerSecret: '/keys/answer', AmazonQButtons: 'true' };
    const { Resources } = evaluated(templateOf(ops, zips), buttons);
    expect(JSON.stringify(Resources).match(/AWS::Chatbot::CustomAction/g)).toHaveLength(3);
    expect(JSON.stringify(Resources).match(/AWS::SNS::Topic"/g)).toHaveLength(2);
  });

  it('is not made of routes whose parameters would have one name', () => {
    const routes = 'alerts: { routes: [{ to: slack, name: gpu-1 }, { to: slack, name: gpu1 }] }\n';
    expect(() => templateOf(temporaryPolicy(routes), zips)).toThrow('share the parameter SlackGpu1Url');
  });

  it('needs the addresses of the routes that its policy uses, by their names, and makes what they need', () => {
    const routes = ['slack', 'slack/research', 'amazon-q', 'sns/finance', 'eventbridge/audit'];
    const lines = routes.map((id) => {
      const [to, name] = id.split('/');
      return `    - { to: ${to}${name ? `, name: ${name}` : ''} }\n`;
    });
    const routed = templateOf(temporaryPolicy(`alerts:\n  routes:\n${lines.join('')}`), zips);
    const own = TemplateParts.parse(routed).Parameters;
    expect(own).not.toHaveProperty('AmazonQ');
    expect(() => evaluated(routed, needed)).toThrow('SlackUrl is needed');
    const addresses = { SlackUrl: '/keys/slack', SlackResearchUrl: '/keys/research' };
    const { Resources, Outputs } = evaluated(routed, { ...needed, ...addresses });
    const text = JSON.stringify(Resources);
    expect(text).toContain('"SPENDWATCH_SLACK_URL_RESEARCH":"ssm:/keys/research"');
    expect(text).toContain('parameter/keys/research');
    expect(text).toContain('"Name":"costs-EventbridgeAudit"');
    expect(Object.keys(Outputs)).toEqual(
      expect.arrayContaining(['TopicAmazonQ', 'TopicSnsFinance', 'BusEventbridgeAudit']),
    );
  });

  it('names no route that cannot be deployed', () => {
    const mailed = temporaryPolicy('alerts: { routes: [{ to: email }] }\n');
    expect(() => templateOf(mailed, zips)).toThrow('has no email, which is not available on AWS');
  });
});
