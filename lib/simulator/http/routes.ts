import type { contract } from '../contract/contract.ts';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { clusterRoutes } from './routes/clusters.ts';
import { orderRoutes } from './routes/compute-orders.ts';
import { dataCenterRoutes } from './routes/data-centers.ts';
import { diskRoutes } from './routes/disks.ts';
import { imageRoutes } from './routes/images.ts';
import { machineRoutes } from './routes/machines.ts';
import { networkRoutes } from './routes/networks.ts';
import { objectStorageRoutes } from './routes/object-storage.ts';
import { paymentRoutes } from './routes/payments.ts';
import { permissionRoutes } from './routes/permissions.ts';
import { projectRoutes } from './routes/projects.ts';
import { searchRoutes } from './routes/search.ts';
import { securityGroupRoutes } from './routes/security-groups.ts';
import { spendRoutes } from './routes/spend.ts';
import { sshKeyRoutes } from './routes/ssh-keys.ts';
import { userRoutes } from './routes/user.ts';
import { vmRoutes } from './routes/vms.ts';
import { volumeRoutes } from './routes/volumes.ts';

/** Every operation of the contract, and its answer. */
export const routes = {
  ...projectRoutes,
  ...spendRoutes,
  ...accountRoutes,
  ...paymentRoutes,
  ...dataCenterRoutes,
  ...catalogueRoutes,
  ...permissionRoutes,
  ...sshKeyRoutes,
  ...userRoutes,
  ...vmRoutes,
  ...imageRoutes,
  ...machineRoutes,
  ...clusterRoutes,
  ...diskRoutes,
  ...volumeRoutes,
  ...objectStorageRoutes,
  ...networkRoutes,
  ...securityGroupRoutes,
  ...orderRoutes,
  ...searchRoutes,
} as const satisfies Record<keyof typeof contract, Route>;

export type OperationId = keyof typeof routes;
