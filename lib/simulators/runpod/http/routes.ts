import type { Route } from './route.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { estateRoutes } from './routes/estate.ts';
import { moneyRoutes } from './routes/money.ts';
import { podRoutes } from './routes/pods.ts';

/** All operations of the REST API that this simulator has. */
export const routes: readonly Route[] = [...podRoutes, ...estateRoutes, ...catalogueRoutes, ...moneyRoutes];
