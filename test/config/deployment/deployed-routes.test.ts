import { describe, expect, it } from 'vitest';
import {
  checkDeployedRoutes,
  DeployedRoute,
  selectRouteParameters,
} from '../../../lib/config/deployment/deployed-routes.ts';
import { readAddresses } from '../../../lib/config/settings/addresses.ts';
import { aRoute } from '../../support/a-route.ts';

const slack = DeployedRoute.parse({ to: 'slack', url: '/routes/slack' });
const research = DeployedRoute.parse({ to: 'slack', name: 'research', url: '/routes/research' });
const hook = DeployedRoute.parse({
  to: 'webhook',
  name: 'on-call',
  url: '/routes/hook',
  secret: '/routes/key',
});

describe('the routes of a deployment', () => {
  it('name the parameter of each secret in the variables that the route is read from', () => {
    const all = new Map([slack, research, hook].flatMap((route) => [...selectRouteParameters(route)]));
    const variables = Object.fromEntries([...all].map(([name, parameter]) => [name, `ssm:${parameter}`]));
    expect(Object.fromEntries(readAddresses(variables))).toEqual({
      slack: { kind: 'slack', url: { kind: 'parameter', name: '/routes/slack' } },
      'slack/research': { kind: 'slack', url: { kind: 'parameter', name: '/routes/research' } },
      'webhook/on-call': {
        kind: 'webhook',
        url: { kind: 'parameter', name: '/routes/hook' },
        secret: { kind: 'parameter', name: '/routes/key' },
        format: 'messages',
      },
    });
  });

  it('are accepted where they include every route of the policy but the topic and the log, which always exist', () => {
    const routes = [
      aRoute({ to: 'sns' }),
      aRoute({ to: 'console' }),
      aRoute({ to: 'slack', name: 'research' }),
    ];
    expect(() => checkDeployedRoutes({ routes }, [research, hook])).not.toThrow();
    expect(() => checkDeployedRoutes({ routes: null }, [])).not.toThrow();
  });

  it('are refused with the name of every route of the policy that they lack', () => {
    const routes = [
      aRoute({ to: 'slack', name: 'ops' }),
      aRoute({ to: 'sns', name: 'ops' }),
      aRoute({ to: 'email' }),
    ];
    expect(() => checkDeployedRoutes({ routes }, [slack])).toThrow(
      /3 mistakes in the settings\n.*no slack\/ops, to which the policy.*\n.*no sns\/ops, .*\n.*no email, which is not available on AWS/,
    );
  });

  it('are refused when one is listed twice', () => {
    expect(() =>
      checkDeployedRoutes({ routes: null }, [slack, DeployedRoute.parse({ to: 'slack', url: '/other' })]),
    ).toThrow('names slack twice');
  });
});
