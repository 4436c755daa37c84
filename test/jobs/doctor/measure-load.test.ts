import { describe, expect, it } from 'vitest';
import { loadFindings } from '../../../lib/jobs/doctor/load-findings.ts';
import { measureLoad, type RequestLoad, requestsPerPoll } from '../../../lib/jobs/doctor/measure-load.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { aCheckUp, aGoodCloud, aReply, wholePolicy } from './a-check-up.ts';

const polling = { policy: wholePolicy, intervals: defaultIntervals, every: minutes(5) };
const allowance = { requestsPerMinute: 600, inFlight: 16 };
const one = () => 1;

async function seenIn(answers: Parameters<typeof aCheckUp>[0]) {
  const { examination } = await aCheckUp(answers);
  return examination;
}

describe('what a poll asks', () => {
  it('is what the planner plans: lists each time, storage and spend hourly, samples every 15 minutes', async () => {
    const [project] = (await seenIn(aGoodCloud('lab'))).targets;
    if (project === undefined) throw new Error('no project was looked at');
    // Three lists, an hourly round of six in twelve polls, and one VM's samples in every third.
    expect(requestsPerPoll(project.head, polling, noon, one)).toBeCloseTo(3 + 6 / 12 + 1 / 3, 1);
  });

  it('repeats in every poll what failed', async () => {
    const broken = {
      ...aGoodCloud('lab'),
      listDisks: () => {
        throw failing('unavailable');
      },
    };
    const [project] = (await seenIn(broken)).targets;
    if (project === undefined) throw new Error('no project was looked at');
    expect(requestsPerPoll(project.head, polling, noon, one)).toBeCloseTo(3 + 1 + 5 / 12 + 1 / 3, 1);
  });

  it('leaves out what the platform does not offer, and asks by the fallback at once', async () => {
    const lacking = () => {
      throw failing('not-found');
    };
    const examination = await seenIn({
      ...aGoodCloud('lab'),
      listClusters: lacking,
      listMachines: lacking,
      searchResources: () => [],
    });
    const [project] = examination.targets;
    if (project === undefined) throw new Error('no project was looked at');
    const asked = new Set<string>();
    requestsPerPoll(project.head, { ...polling, every: hours(1) }, noon, (part) => {
      asked.add(part);
      return 1;
    });
    // After a day it is tried again whether they are still lacking.
    expect([...asked]).toContain('machines');
    expect(requestsPerPoll(project.head, polling, noon, one)).toBeCloseTo(2 + 6 / 12 + 1 / 3, 1);
  });
});

describe('the load', () => {
  it('lets the projects that were looked at stand for all', async () => {
    const projects = Array.from({ length: 30 }, (_, n) => `p-${n}`);
    const load = measureLoad(await seenIn(aGoodCloud(...projects)), [aReply()], polling, allowance);
    // Two lists; 30 projects of 3 lists, 5 of storage, spend and a VM's samples; an account, its spend, invoices and payments.
    expect(load.fullPoll).toBe(2 + 30 * 10 + 4);
    expect(load.perMinute).toBeCloseTo((2 + 30 * (3 + 6 / 12 + 1 / 3) + 1 + 3 / 12) / 5, 0);
  });

  it('counts a list of several pages as often', async () => {
    const examination = await seenIn(aGoodCloud('lab'));
    const pages = [1, 2, 3].map(() => aReply({ operation: 'listDisks' }));
    const failed = aReply({ operation: 'listDisks', status: 503 });
    const plain = measureLoad(examination, [aReply()], polling, allowance).fullPoll;
    expect(measureLoad(examination, [...pages, failed], polling, allowance).fullPoll).toBe(plain + 2);
  });

  it('takes as long as the budget or the answers take, whichever is longer', async () => {
    const projects = Array.from({ length: 100 }, (_, n) => `p-${n}`);
    const examination = await seenIn(aGoodCloud(...projects));
    const took = [100, 200, 900].map((span) => aReply({ took: milliseconds(span) }));
    const wide = measureLoad(examination, took, polling, { requestsPerMinute: 100_000, inFlight: 16 });
    expect(wide).toMatchObject({ median: 200, worst: 900, replies: 3, fullPoll: 1_006 });
    expect(wide.fullPollTakes).toBe(Math.ceil(1_006 / 16) * 200);
    const narrow = measureLoad(examination, took, polling, allowance);
    expect(narrow.fullPollTakes).toBeGreaterThan(minutes(1.5));
  });
});

describe('what is found of the load', () => {
  const load: RequestLoad = {
    median: milliseconds(50),
    worst: milliseconds(210),
    replies: 40,
    fullPoll: 300,
    fullPollTakes: milliseconds(950),
    perMinute: 60,
    throttled: 0,
  };
  const rowOf = (id: string, more: Partial<RequestLoad>, replies = [aReply()]) =>
    loadFindings({ ...load, ...more }, replies, minutes(5), allowance).find((finding) => finding.id === id);

  it.each([
    { takes: milliseconds(950), state: 'ok', found: /950 ms/ },
    { takes: minutes(4), state: 'ok', found: /4 min/ },
    { takes: minutes(4.5), state: 'advice', found: /every 5 min$/ },
    { takes: minutes(6), state: 'partly', found: /6 min/ },
  ])('a poll of $takes ms every five minutes is $state', ({ takes, state, found }) => {
    expect(rowOf('poll', { fullPollTakes: takes })).toMatchObject({
      state,
      found: expect.stringMatching(found),
    });
  });

  it.each([
    {
      perMinute: 4.25,
      state: 'ok',
      found: /^4\.3 requests a minute of the 600 that the settings allow \(1 %\)/,
    },
    { perMinute: 480, state: 'ok', found: /\(80 %\)/ },
    { perMinute: 500, state: 'advice', found: /\(84 %\)/ },
    { perMinute: 601, state: 'partly', found: /\(101 %\)/ },
  ])('$perMinute requests a minute of 600 are $state', ({ perMinute, state, found }) => {
    expect(rowOf('rate-limit', { perMinute })).toMatchObject({ state, found: expect.stringMatching(found) });
  });

  it('a 429 is a gap, however few requests are needed', () => {
    expect(rowOf('rate-limit', { throttled: 2 }, [aReply(), aReply({ status: 429 })])).toMatchObject({
      state: 'partly',
      found: expect.stringContaining('2 of 2 replies were 429'),
      remedy: expect.stringContaining('lower SPENDWATCH_REQUESTS_PER_MINUTE'),
    });
  });

  it('repeats what the platform last said of its limits', () => {
    const replies = [
      aReply({ limits: { 'x-ratelimit-remaining': '99' } }),
      aReply({ limits: { 'x-ratelimit-remaining': '98', 'x-ratelimit-limit': '100' } }),
      aReply(),
    ];
    expect(rowOf('rate-limit', {}, replies)?.found).toMatch(
      /reported by the platform: x-ratelimit-remaining: 98, x-ratelimit-limit: 100$/,
    );
  });
});
