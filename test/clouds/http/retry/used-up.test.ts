import { expect, it } from 'vitest';
import { listVms } from '../../../../lib/clouds/compute/contract/vms.ts';
import { readRateLimitWait } from '../../../../lib/clouds/http/retry/used-up.ts';
import { ProjectId } from '../../../../lib/model/ids.ts';
import { seconds } from '../../../../lib/model/time/time.ts';
import { watchedCloud } from '../../../support/clouds/watched-cloud.ts';
import { answer, rudeService } from '../../../support/rude-service.ts';

it.each([
  ['"minute";r=0;t=12, "hour";r=2800;t=1812', 12],
  ['"minute";r=0;t=12, "burst"; r=0 ; t=30', 30],
  ['"minute";r=1;t=12', null],
  ['"minute";r=01;t=12', null],
  ['"minute";r=10;t=12', null],
  // To wait an hour would stop all polls; a request that comes too early is refused, with the time to wait.
  ['"minute";r=3;t=12, "hour";r=0;t=1812', null],
  ['"minute";r=0', null],
  ['limit=60, remaining=0, reset=12', null],
  ['', null],
])('%s leaves no request for %s s', (header, wait) => {
  expect(readRateLimitWait(header, seconds(60))).toBe(wait === null ? null : seconds(wait));
});

it('the next request waits where a reply says that none is left, without being refused', async () => {
  const lab = { projectId: ProjectId.parse('lab') };
  const { url, received } = await rudeService((response, _, nth) =>
    answer(response, 200, { VMs: [] }, { ratelimit: `"minute";r=${nth === 2 ? 0 : 5};t=12` }),
  );
  const { cloud, clock } = watchedCloud(url);
  const begun = clock.now();
  await cloud.list(listVms, lab);
  await cloud.list(listVms, lab);
  expect(clock.now() - begun).toBeLessThan(seconds(12));
  const told = clock.now();
  await cloud.list(listVms, lab);
  expect(clock.now() - told).toBeGreaterThanOrEqual(seconds(12));
  expect(received).toHaveLength(3);
});
