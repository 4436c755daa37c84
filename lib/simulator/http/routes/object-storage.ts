import { contract as cloud } from '../../contract/contract.ts';
import { bucketReply, s3Endpoint } from '../../replies/storage.ts';
import { secretFor } from '../../world/identity/secret.ts';
import { Refusal } from '../../world/refusal.ts';
import { present, theDataCenter, theHolding, theProject } from '../../world/world-state.ts';
import { list, type Route, single } from '../route.ts';

export const objectStorageRoutes = {
  listBuckets: list(cloud.listBuckets, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'bucket').map((bucket) => bucketReply(state, bucket));
  }),
  getBucket: single(cloud.getBucket, (world, { projectId, dataCenterId, id }) => {
    const state = world.state();
    theDataCenter(state, dataCenterId);
    const bucket = theHolding(state, projectId, 'bucket', id);
    if (bucket.dataCenter === dataCenterId) return bucketReply(state, bucket);
    throw new Refusal('not-found', `bucket ${id} does not exist in ${dataCenterId}`);
  }),
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
        endpoint: s3Endpoint(dataCenterId),
      };
    },
  ),
} as const satisfies Record<string, Route>;
