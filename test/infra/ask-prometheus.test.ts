import { describe, expect, it } from 'vitest';
import { Deployment } from '../../lib/config/deployment/deployment.ts';
import { aStack, rightsOf, variablesOf } from './a-stack.ts';

const workspace = 'https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1a2b';

describe('a Prometheus that the functions query', () => {
  const partsOf = (prometheus: unknown, leg: string) => {
    const settings = Deployment.parse({ prometheus });
    const { template } = aStack(settings.prometheus && { prometheus: settings.prometheus });
    return {
      lambda: JSON.stringify(variablesOf(template, leg)),
      policy: JSON.stringify(rightsOf(template, leg)),
    };
  };

  it.each(['Watch', 'Act'])('is configured for %s, which may read its token and no other', (leg) => {
    const prometheus = {
      url: 'https://prometheus.example.com',
      token: '/keys/prometheus',
      project: 'tenant',
    };
    const { lambda, policy } = partsOf(prometheus, leg);
    expect(lambda).toContain('"SPENDWATCH_PROMETHEUS_URL":"https://prometheus.example.com"');
    expect(lambda).toContain('"SPENDWATCH_PROMETHEUS_TOKEN":"ssm:/keys/prometheus"');
    expect(lambda).toContain('"SPENDWATCH_PROMETHEUS_PROJECT":"tenant"');
    expect(policy).toContain('parameter/keys/prometheus');
    expect(policy).not.toContain('aps:');
  });

  it.each(['Watch', 'Act'])('is queried by %s with a signature where it is a workspace of AWS', (leg) => {
    const { lambda, policy } = partsOf({ url: workspace }, leg);
    expect(lambda).toContain('"SPENDWATCH_PROMETHEUS_REGION":"eu-west-1"');
    expect(policy).toContain('"aps:QueryMetrics"');
    expect(policy).toContain(':workspace/ws-1a2b"');
  });

  it('is not configured by default', () => {
    expect(partsOf(undefined, 'Watch').lambda).not.toContain('PROMETHEUS');
  });

  it.each([
    [{ url: 'http://prometheus' }, 'must look like https://host'],
    [{ url: 'https://p', user: '7' }, 'requires SPENDWATCH_PROMETHEUS_PASSWORD'],
    [{ url: workspace, token: '/keys/p' }, 'allows one authentication method'],
    [{ url: 'https://p', queries: 'all' }, 'must be none, or some of'],
    [{ url: 'https://p', secret: 'x' }, 'Unrecognized key'],
  ])('is refused with the settings %j', (prometheus, because) => {
    expect(Deployment.safeParse({ prometheus }).error?.message).toContain(because);
  });
});
