import { describe, expect, it } from 'vitest';
import { loadFindings, pollFinding, requestsOfFullPoll } from '../../../lib/jobs/doctor/load-findings.ts';
import { milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { aCheckUp, aGoodCloud, aReply } from './a-check-up.ts';

const pace = { requestsPerMinute: 600, inFlight: 16, every: minutes(5) };
const median = milliseconds(50);

async function seenIn(answers: Parameters<typeof aCheckUp>[0]) {
  const { examination } = await aCheckUp(answers);
  return examination;
}

describe('the requests of a full poll', () => {
  it('extrapolate from the checked projects to all of them', async () => {
    const projects = Array.from({ length: 30 }, (_, n) => `p-${n}`);
    const examination = await seenIn(aGoodCloud(...projects));
    // Two lists; 30 projects of 3 lists, 5 of storage, spend and a VM's samples; an account, its spend, invoices and payments.
    expect(requestsOfFullPoll(examination, [aReply()])).toBe(2 + 30 * 10 + 4);
  });

  it('count a list of several pages as several requests', async () => {
    const examination = await seenIn(aGoodCloud('lab'));
    const pages = [1, 2, 3].map(() => aReply({ operation: 'listDisks' }));
    const failed = aReply({ operation: 'listDisks', status: 503 });
    const plain = requestsOfFullPoll(examination, [aReply()]);
    expect(requestsOfFullPoll(examination, [...pages, failed])).toBe(plain + 2);
  });
});

describe('the findings about load', () => {
  it('contain the median and the worst reply', async () => {
    const examination = await seenIn(aGoodCloud('lab'));
    const took = [100, 200, 900].map((span) => aReply({ took: milliseconds(span) }));
    expect(loadFindings(examination, took, pace)[0]).toMatchObject({
      figures: { medianMs: 200, worstMs: 900, replies: 3 },
    });
  });

  it.each([
    // As long as the answers take, or the budget, whichever is longer.
    { requests: 30, state: 'ok', found: /30 requests for a full poll: about 100 ms, every 5 min$/ },
    { requests: 1_800, state: 'ok', found: /3 min/ },
    { requests: 2_400, state: 'advice', found: /4 min/ },
    { requests: 3_600, state: 'partly', found: /7 min/ },
  ])('a poll of $requests requests every five minutes is $state', ({ requests, state, found }) => {
    const row = pollFinding(requests, median, pace);
    expect(row).toMatchObject({ state, found: expect.stringMatching(found) });
  });

  const limitOf = async (...replies: readonly ReturnType<typeof aReply>[]) =>
    loadFindings(await seenIn(aGoodCloud('lab')), replies, pace).find(({ id }) => id === 'rate-limit');

  it('include a 429 as a gap, however few requests are needed', async () => {
    expect(await limitOf(aReply(), aReply({ status: 429 }))).toMatchObject({
      state: 'partly',
      found: expect.stringContaining('1 of 2 replies were 429'),
      remedy: expect.stringContaining('lower SPENDWATCH_REQUESTS_PER_MINUTE'),
    });
  });

  it('repeat what the platform last reported of its limits', async () => {
    const row = await limitOf(
      aReply({ limits: { 'x-ratelimit-remaining': '99' } }),
      aReply({ limits: { 'x-ratelimit-remaining': '98', 'x-ratelimit-limit': '100' } }),
      aReply(),
    );
    expect(row?.found).toMatch(
      /reported by the platform: x-ratelimit-remaining: 98, x-ratelimit-limit: 100$/,
    );
  });
});
