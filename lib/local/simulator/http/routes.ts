import type { contract } from '../../../cloud/contract/whole/contract.ts';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { machineRoutes } from './routes/machines.ts';
import { projectRoutes } from './routes/projects.ts';
import { searchRoutes } from './routes/search.ts';
import { spendRoutes } from './routes/spend.ts';
import { vmRoutes } from './routes/vms.ts';
import { volumeRoutes } from './routes/volumes.ts';

/** Every operation of the contract that is simulated, and its answer. */
export const routes = {
  ...projectRoutes,
  ...spendRoutes,
  ...accountRoutes,
  ...vmRoutes,
  ...machineRoutes,
  ...volumeRoutes,
  ...searchRoutes,
} as const satisfies Partial<Record<keyof typeof contract, Route>>;

export type OperationId = keyof typeof routes;
