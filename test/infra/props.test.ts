import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type { DeployedConnection } from '../../lib/config/deployment/built-connections.ts';
import type { DeployedPrometheus } from '../../lib/config/deployment/deployed-prometheus.ts';
import type { DeployedRoute } from '../../lib/config/deployment/deployed-routes.ts';
import type { Subscription } from '../../lib/config/deployment/deployment.ts';
import type { checkedSettings } from '../../lib/infra/checked-settings.ts';
import type {
  ConnectionProps,
  PrometheusProps,
  RouteProps,
  SpendwatchProps,
  SubscriptionProps,
} from '../../lib/infra/spendwatch.ts';

/** The settings that each kind of route has. */
type Fields<Route extends { readonly to: string }> = {
  readonly [Kind in Route['to']]: keyof Extract<Route, { readonly to: Kind }>;
};

it('The types of the props have the settings that the schema reads', () => {
  expectTypeOf<keyof Omit<SpendwatchProps, 'settings'>>().toEqualTypeOf<
    keyof ReturnType<typeof checkedSettings>
  >();
  expectTypeOf<keyof ConnectionProps>().toEqualTypeOf<keyof z.input<typeof DeployedConnection>>();
  expectTypeOf<ConnectionProps['cloud']>().toEqualTypeOf<z.input<typeof DeployedConnection>['cloud']>();
  expectTypeOf<Required<PrometheusProps>>().toEqualTypeOf<
    Readonly<Required<z.input<typeof DeployedPrometheus>>>
  >();
  expectTypeOf<SubscriptionProps>().toEqualTypeOf<Readonly<z.input<typeof Subscription>>>();
  expectTypeOf<Fields<RouteProps>>().toEqualTypeOf<Fields<z.input<typeof DeployedRoute>>>();
  expectTypeOf<RouteProps>().toExtend<z.input<typeof DeployedRoute>>();
});
