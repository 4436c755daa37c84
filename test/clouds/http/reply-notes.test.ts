import { expect, it } from 'vitest';
import { listVms } from '../../../lib/clouds/compute/contract/vms.ts';
import type { ReplyNote } from '../../../lib/clouds/http/reply-note.ts';
import { ProjectId } from '../../../lib/model/ids.ts';
import { seconds } from '../../../lib/model/time/time.ts';
import { secretKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { betraysKey, watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, deserted, rudeService } from '../../support/rude-service.ts';

const lab = { projectId: ProjectId.parse('lab') };

it('each reply is recorded with its time, duration and headers', async () => {
  const notes: ReplyNote[] = [];
  const { url } = await rudeService((response, _, nth) => {
    const date = 'Sat, 21 Nov 2026 05:16:00 GMT';
    if (nth === 1) answer(response, 503, {}, { date, 'retry-after': '2' });
    else
      answer(
        response,
        200,
        { VMs: [] },
        { date, 'X-RateLimit-Remaining': '41', ratelimit: 'a;r=3', etag: 'x' },
      );
  });
  const { cloud, clock } = watchedCloud(url, { onReply: (note) => notes.push(note) });
  const begun = clock.now();
  await cloud.list(listVms, lab);
  const date = at('2026-11-21T05:16:00');
  expect(notes).toEqual([
    { operation: 'listVms', sentAt: begun, took: 0, status: 503, date, limits: { 'retry-after': '2' } },
    {
      operation: 'listVms',
      sentAt: clock.now(),
      took: 0,
      status: 200,
      date,
      limits: { 'x-ratelimit-remaining': '41', ratelimit: 'a;r=3' },
    },
  ]);
  expect(clock.now() - begun).toBeGreaterThanOrEqual(seconds(2));
});

it('a reply is recorded without an unreadable date, and without the key', async () => {
  const notes: ReplyNote[] = [];
  const { url } = await rudeService((response) =>
    answer(response, 401, {}, { date: 'yesterday', 'x-ratelimit-of': `Bearer ${secretKey}` }),
  );
  const { cloud, failure } = watchedCloud(url, { onReply: (note) => notes.push(note) });
  await failure(cloud.list(listVms, lab));
  expect(notes).toMatchObject([{ status: 401, date: null }]);
  expect(notes[0]?.limits['x-ratelimit-of']).toMatch(/^Bearer /);
  expect(betraysKey(notes)).toBe(false);
});

it('nothing is recorded where no reply came', async () => {
  const notes: ReplyNote[] = [];
  const { cloud, failure } = watchedCloud(await deserted(), { onReply: (note) => notes.push(note) });
  expect((await failure(cloud.list(listVms, lab))).kind).toBe('unreachable');
  expect(notes).toEqual([]);
});
