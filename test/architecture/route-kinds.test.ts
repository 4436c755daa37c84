import { describe, expect, it } from 'vitest';
import type { DeployedRoute } from '../../lib/config/deployment/deployed-routes.ts';
import type { RouteProps } from '../../lib/infra/spendwatch-props.ts';
import { sourcesIn } from './imports.ts';
import { leafRoutes, routeFolder, routeLists } from './route-kinds.ts';

// The simulated cloud uses the names for something else.
const sources = sourcesIn('lib', 'functions', 'bin').filter(
  ({ path }) => !path.startsWith('lib/simulators/compute/'),
);

describe('a kind of route', () => {
  it.each(leafRoutes)('is named only in its folder and the lists: %s', (kind) => {
    const naming = sources.filter(({ path, text, files }) =>
      text.includes(`'${kind}'`) || files.some((file) => file.startsWith(`${routeFolder(kind)}/`))
        ? !path.startsWith(`${routeFolder(kind)}/`)
        : false,
    );
    expect(naming.map(({ path }) => path).filter((path) => !routeLists.includes(path))).toEqual([]);
    expect(naming.length).toBeGreaterThanOrEqual(3);
  });

  it('has props in the construct if it can be deployed', () => {
    const props: { readonly [Kind in DeployedRoute['to']]: Kind extends RouteProps['to'] ? true : false } = {
      sns: true,
      slack: true,
      webhook: true,
      'amazon-q': true,
      eventbridge: true,
      teams: true,
      pagerduty: true,
    };
    expect(Object.values(props)).not.toContain(false);
  });
});
