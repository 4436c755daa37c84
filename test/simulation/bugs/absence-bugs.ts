import { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { RunOptions } from '../run.ts';
import type { Bug } from './bug.ts';
import { withPorts } from './plant.ts';

/** Mistakes that show only while lists of resources end early. */
export const absenceBugs: readonly Bug[] = [
  {
    name: 'a resource that a list lacks counts as gone without being read',
    seed: 2,
    hours: 24,
    breaks: [22],
    plant: () => withReadsById(async ({ operation }) => Promise.reject(notFound(operation))),
  },
  {
    name: 'a failed read counts as proof that a resource is gone',
    seed: 2,
    hours: 24,
    breaks: [22],
    // Few reads of a seed fail by themselves, so every other one is made to.
    plant: () => {
      let reads = 0;
      return withReadsById(async ({ operation, answer }) => {
        reads += 1;
        const read = reads % 2 === 1 ? Promise.reject(failed(operation)) : answer();
        return await read.catch((error: unknown) => {
          throw error instanceof CloudError ? notFound(operation) : error;
        });
      });
    },
  },
];

const failed = (operation: string): CloudError =>
  new CloudError('unavailable', { operation, message: 'service unavailable', status: 503 });
const notFound = (operation: string): CloudError =>
  new CloudError('not-found', { operation, message: 'not found', status: 404 });

/** Changes the answers to the polls' reads by id, which only ask for what a list lacks. */
const withReadsById = (
  change: <T>(read: { readonly operation: string; readonly answer: () => Promise<T> }) => Promise<T>,
): RunOptions =>
  withPorts((ports, { job }) => ({
    ...ports,
    cloud: {
      ...ports.cloud,
      call: (operation, input, asking) => {
        const answer = () => ports.cloud.call(operation, input, asking);
        const isAlone =
          job === 'watch' && /^get(?:Vm|Machine|Volume|Cluster|Disk|Image|Bucket)$/.test(operation.id);
        return isAlone ? change({ operation: operation.id, answer }) : answer();
      },
    },
  }));
