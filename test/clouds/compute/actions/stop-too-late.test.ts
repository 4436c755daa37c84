import { describe, expect, it } from 'vitest';
import type { ActionOrder } from '../../../../lib/clouds/cloud.ts';
import { takeAction } from '../../../../lib/clouds/compute/actions/take-action.ts';
import { CloudError } from '../../../../lib/clouds/http/errors.ts';
import type { CloudClient } from '../../../../lib/clouds/http/operation.ts';
import { ProjectId } from '../../../../lib/model/ids.ts';
import { type Instant, later, seconds } from '../../../../lib/model/time/time.ts';
import { aPlatform } from '../../../support/clouds/platform.ts';
import { setClock } from '../../../support/set-clock.ts';
import { on } from '../../../support/timeline.ts';

const order: ActionOrder = {
  kind: 'stop',
  project: ProjectId.parse('lab'),
  resource: { kind: 'vm', id: 'box' },
  image: null,
  because: 'idle',
  rereadWithin: seconds(4),
  check: () => ({ kind: 'go' }),
};

describe('a request that was never sent', () => {
  it('is not reported as a refusal, but as not sent (invariant 21)', async () => {
    const late = new CloudError('too-late', {
      operation: 'stopVm',
      message: 'could not be sent in time',
      neverSent: true,
    });
    const clock = setClock(on('11:00'));
    const cloud = aPlatform(clock, {
      stopVm: () => {
        throw late;
      },
    });
    const outcome = await takeAction(cloud, () => clock.now(), order);
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      retryAfter: null,
      because: 'it was not sent: stopVm: could not be sent in time',
    });
  });

  it('is the outcome where the request could only be sent after the read is too old (invariant 5)', async () => {
    const clock = setClock(on('11:00'));
    const platform = aPlatform(clock, {});
    const sendBys: (Instant | undefined)[] = [];
    const cloud: CloudClient = {
      list: (operation, input) => platform.list(operation, input),
      call: (operation, input, options) => {
        if (operation.id === 'stopVm') sendBys.push(options?.sendBy);
        return platform.call(operation, input);
      },
    };
    await takeAction(cloud, () => clock.now(), order);
    expect(sendBys).toEqual([later(on('11:00'), seconds(4))]);
  });
});
