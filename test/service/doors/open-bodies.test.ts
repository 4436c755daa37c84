import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../lib/service/serve.ts';
import { linksOf } from '../../jobs/answer-links/a-link.ts';
import { abandon, allButOpen, type OpenBody, openBody } from './open-body.ts';
import { answerDoor, pushDoor, pushHeaders } from './served-doors.ts';

const countsOf = (bodies: readonly OpenBody[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of bodies) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

describe('Bodies that never end', () => {
  let failures: unknown[] = [];
  let served: RunningServer | null = null;
  afterEach(async () => {
    await served?.close();
    served = null;
    failures = [];
  });

  const pushAddress = async () => {
    served = await pushDoor((error) => failures.push(error));
    return `${served.url}/v1/metrics`;
  };
  const answerAddress = async () => {
    served = await answerDoor((error) => failures.push(error));
    return served.url;
  };

  it.each([
    ['of one VM are read two at a time', () => 'train', 3_900_000, { open: 2, 503: 38 }],
    ['of many VMs are read as many as fit into four of the largest', aVm, 3_900_000, { open: 4, 503: 36 }],
    ['of an unknown size count as the largest', aVm, null, { open: 4, 503: 36 }],
    ['that are larger than a push may be are not read', aVm, 5_000_000, { 413: 40 }],
  ])(
    '%s where machines push, and the others are answered to retry later',
    async (_, vm, declared, counts) => {
      const url = await pushAddress();
      const bodies = Array.from({ length: 40 }, (_, n) => openBody(url, pushHeaders(vm(n)), { declared }));
      await allButOpen(bodies, 'open' in counts ? counts.open : 0);
      expect(countsOf(bodies)).toEqual(counts);
      abandon(bodies);
    },
  );

  it('free their places when their senders go away, which is not logged as an error', async () => {
    const url = await pushAddress();
    for (let round = 0; round < 5; round += 1) {
      const bodies = Array.from({ length: 3 }, () => openBody(url, pushHeaders('train')));
      await allButOpen(bodies, 2);
      abandon(bodies);
    }
    const push = () => fetch(url, { method: 'POST', headers: pushHeaders('train'), body: '{}' });
    // The server learns a moment later that a sender went away.
    while ((await push()).status === 503) await wait(10);
    expect([(await push()).status, failures]).toEqual([200, []]);
  });

  it.each([
    ['a forged link', '/answer/forged', {}],
    ['a request that Slack did not sign', '/answer/slack', {}],
    ['a path that is not a link', '/answer/', {}],
  ])('are not read for %s', async (_, path, headers) => {
    const url = await answerAddress();
    const bodies = Array.from({ length: 40 }, () =>
      openBody(`${url}${path}`, headers, { declared: 250_000 }),
    );
    await allButOpen(bodies, 0);
    expect(new Set(bodies.map(({ outcome }) => outcome))).not.toContain(200);
    expect(new Set(bodies.map(({ outcome }) => outcome))).not.toContain('cut');
    abandon(bodies);
  });

  it('of one link are read four at a time, and its page still opens', async () => {
    const { keep = '' } = linksOf(undefined, { address: await answerAddress() });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const bodies = Array.from({ length: 40 }, () => openBody(keep, form, { declared: 8_000, bytes: 1_000 }));
    await allButOpen(bodies, 4);
    expect(countsOf(bodies)).toEqual({ open: 4, 503: 36 });
    expect((await fetch(keep)).status).toBe(200);
    abandon(bodies);
  });

  it('cannot use more connections than the server allows', async () => {
    const port = Number(new URL(await pushAddress()).port);
    const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
    let closed = 0;
    for (const socket of sockets)
      socket
        .on('error', () => {})
        .on('close', () => {
          closed += 1;
        });
    while (closed < 44) await wait(10);
    expect(closed).toBe(44);
    for (const socket of sockets) socket.destroy();
  });
});

function aVm(n: number): string {
  return `vm-${n}`;
}
