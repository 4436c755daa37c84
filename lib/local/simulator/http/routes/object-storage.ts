import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { secretFor } from '../../world/secret.ts';
import { theDataCenter, theProject } from '../../world/world-state.ts';
import { type Route, single } from '../route.ts';

export const objectStorageRoutes = {
  getObjectStorageSessionKey: single(
    cloud.getObjectStorageSessionKey,
    (world, { projectId, dataCenterId }) => {
      const state = world.state();
      theProject(state, projectId);
      theDataCenter(state, dataCenterId);
      const secret = (name: string) => secretFor(state, 'object storage', projectId, dataCenterId, name);
      return {
        accessKey: secret('access').slice(0, 20),
        secretKey: secret('secret'),
        sessionToken: `${secret('session')}${secret('more of it')}`,
        sessionName: `${projectId}-${state.at / 1_000}`,
        endpoint: `https://s3.${dataCenterId}.example.com`,
      };
    },
  ),
} as const satisfies Record<string, Route>;
