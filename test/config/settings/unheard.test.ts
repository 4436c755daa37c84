import { describe, expect, it } from 'vitest';
import { checkReceivers, type DeployedRoute } from '../../../lib/config/deployment/deployed-routes.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { listPolicyWarnings } from '../../../lib/config/policy/warnings.ts';
import { unheard } from '../../../lib/config/settings/unheard.ts';

const policyOf = ({ mode = 'enforce', steps = '[{ stop: after 1h }]', alerts = '' } = {}) =>
  readPolicy(
    `version: 1\nmode: ${mode}\nrules:\n  - { name: idle machines, idle: 4h, then: ${steps} }\n${alerts}`,
    'policy.yaml',
  );
const routed = (...routes: readonly string[]) => ({ alerts: `alerts: { routes: [${routes.join(', ')}] }` });
const sns = { to: 'sns', name: null } as const;
const slack = { to: 'slack', name: null } as const;

describe('actions that no receiver would be notified of (invariant 16)', () => {
  it.each([
    ['no route has a receiver', {}, []],
    ['the policy names no route with a receiver', routed('{ to: slack }'), [sns]],
    ['only EventBridge, which accepts everything, receives them', {}, [{ to: 'eventbridge', name: null }]],
    ['the policy sends warnings nowhere', routed('{ to: sns, from: critical }'), [sns]],
  ] as const)('are reported where %s', (_, given, received) => {
    expect(unheard(policyOf(given), received)).toBe(
      'rule "idle machines" would act, but no route with a receiver takes its announcements',
    );
  });

  it.each([
    ['the policy observes', { mode: 'observe' }, []],
    ['no step is an action', { steps: '[{ notify: after 1h, severity: critical }]' }, []],
    ['every configured route has a receiver', {}, [slack]],
    ['a route for warnings has a receiver', routed('{ to: sns, from: critical }', '{ to: slack }'), [slack]],
  ] as const)('do not exist where %s', (_, given, received) => {
    expect(unheard(policyOf(given), received)).toBeNull();
  });

  const deployedSlack: DeployedRoute = { ...slack, url: '/routes/slack' };
  it('are refused at deployment: a subscription or route must receive warnings', () => {
    const check = (subscribedElsewhere: boolean, routes: readonly DeployedRoute[], given = {}) =>
      checkReceivers(policyOf(given), routes, { subscribedElsewhere });
    expect(() => check(false, [])).toThrow(
      /subscriptions have no receiver of warnings.*"idle machines".*or set mode: observe/,
    );
    expect(() => check(false, [], { mode: 'observe' })).not.toThrow();
    expect(() => check(true, [])).not.toThrow();
    expect(() => check(false, [deployedSlack])).not.toThrow();
    expect(() => check(false, [deployedSlack], routed('{ to: sns }'))).toThrow(/have no receiver/);
  });

  it('are refused at deployment where every subscription of the topic receives critical messages only', () => {
    const ops = { to: 'ops@example.com', from: 'info' } as const;
    const pager = { to: 'pager@example.com', from: 'critical' } as const;
    const check = (routes: readonly DeployedRoute[], subscribed: Parameters<typeof checkReceivers>[2]) =>
      checkReceivers(policyOf(), routes, subscribed);
    expect(() => check([], { subscriptions: [pager] })).toThrow(/have no receiver of warnings/);
    expect(() => check([], { subscriptions: [ops, pager] })).not.toThrow();
    expect(() => check([], { subscriptions: [pager], subscribedElsewhere: true })).not.toThrow();
    expect(() => check([deployedSlack], { subscriptions: [pager] })).not.toThrow();
  });

  it('cause a warning where only the policy is known', () => {
    const warned = (given: object) =>
      listPolicyWarnings(policyOf(given), null).filter(({ path }) => path[0] === 'alerts');
    expect(warned(routed('{ to: console }'))).toMatchObject([{ path: ['alerts', 'routes'] }]);
    expect(warned(routed('{ to: slack, from: critical }'))).toHaveLength(1);
    expect(warned(routed('{ to: console }', '{ to: slack }'))).toEqual([]);
    expect(warned({})).toEqual([]);
  });
});
