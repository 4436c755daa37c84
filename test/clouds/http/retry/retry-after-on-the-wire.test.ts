import { describe, expect, it } from 'vitest';
import { listVms } from '../../../../lib/clouds/compute/contract/vms.ts';
import { ProjectId } from '../../../../lib/model/ids.ts';
import { watchedCloud } from '../../../support/clouds/watched-cloud.ts';
import { answer, rudeService } from '../../../support/rude-service.ts';
import { tableUnder } from '../../documented.ts';

const date = 'Sat, 21 Nov 2026 08:00:00 GMT';
const documented = tableUnder('Retry-After');
const jitter = 250;

type Headers = Readonly<Record<string, string>>;

/** The header, by the names in docs/cloud-client.md, and the pause, if there is one. */
const replies: Readonly<Record<string, readonly (readonly [Headers, number | null])[]>> = {
  seconds: [
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
  ],
  'a date': [
    [{ date, 'retry-after': 'Sat, 21 Nov 2026 08:00:09 GMT' }, 9_000],
    // The clock of these tests begins at midnight.
    [{ date: 'today', 'retry-after': 'Sat, 21 Nov 2026 00:00:05 GMT' }, 5_000],
  ],
  'a date while the clocks are hours apart': [
    [{ date: 'Sat, 21 Nov 2026 19:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 19:00:03 GMT' }, 3_000],
    [{ date: 'Wed, 01 Jan 2020 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2020 00:00:03 GMT' }, 3_000],
  ],
  'a date that is past': [[{ date, 'retry-after': 'Sat, 21 Nov 2026 07:59:00 GMT' }, 0]],
  negative: [[{ 'retry-after': '-30' }, 0]],
  'not a number and not a date': [
    [{ 'retry-after': 'soon' }, 0],
    [{ 'retry-after': '' }, 0],
    [{ 'retry-after': '1e9' }, 0],
  ],
  years: [
    [{ date, 'retry-after': 'Mon, 21 Nov 2050 08:00:00 GMT' }, null],
    [{ 'retry-after': '94608000' }, null],
  ],
  'a number without end': [[{ 'retry-after': '9'.repeat(400) }, null]],
};
const cases = Object.entries(replies).flatMap(([name, each]) =>
  each.map(([headers, asked]) => ({ name, headers, asked })),
);

describe('Retry-After', () => {
  it('is documented as it is tried here', () => {
    expect(documented.map(([name]) => name)).toEqual(Object.keys(replies));
  });

  it.each(cases)('of $headers is read as $name', async ({ name, headers, asked }) => {
    const { url, received } = await rudeService((response, _, nth) => {
      response.sendDate = false;
      if (nth === 1) return answer(response, 429, { code: 429, status: 'RESOURCE_EXHAUSTED' }, headers);
      answer(response, 200, { VMs: [] });
    });
    const { cloud, clock, failure } = watchedCloud(url);
    const list = cloud.list(listVms, { projectId: ProjectId.parse('lab') });
    const [, pause = ''] = documented.find(([row]) => row === name) ?? [];
    if (asked === null) {
      expect(await failure(list)).toMatchObject({ kind: 'rate-limited', status: 429 });
      expect([clock.slept, received.length]).toEqual([[], 1]);
      expect(pause).toMatch(/^none/);
    } else {
      expect((await list).items).toEqual([]);
      expect(clock.slept[0]).toBe(asked + jitter);
      expect(pause === 'jitter alone').toBe(asked === 0 && name !== 'seconds');
    }
  });
});

describe('a storm of 429', () => {
  it('ends every request in a rate-limit error, after at most four attempts each', async () => {
    const { url, received } = await rudeService((response) => answer(response, 429, {}));
    const { cloud, failure } = watchedCloud(url);
    const inProject = (nth: number) => ({ projectId: ProjectId.parse(`p-${nth}`) });
    const all = Array.from({ length: 50 }, (_, nth) => failure(cloud.list(listVms, inProject(nth))));
    expect(new Set((await Promise.all(all)).map(({ kind }) => kind))).toEqual(new Set(['rate-limited']));
    expect(received).toHaveLength(200);
  });

  it('never causes more requests in a minute than the budget permits, repeated ones included', async () => {
    const starts: number[] = [];
    const { url } = await rudeService((response) => {
      starts.push(clock.now());
      answer(response, 429, {});
    });
    const { cloud, clock, failure } = watchedCloud(url, { requestsPerMinute: 60 });
    for (let nth = 0; nth < 50; nth += 1) {
      await failure(cloud.list(listVms, { projectId: ProjectId.parse('lab') }));
    }
    expect(starts).toHaveLength(200);
    for (let nth = 0; nth + 60 < starts.length; nth += 1) {
      expect((starts[nth + 60] ?? 0) - (starts[nth] ?? 0)).toBeGreaterThanOrEqual(60_000);
    }
  });
});
