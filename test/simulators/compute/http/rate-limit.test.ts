import { describe, expect, it } from 'vitest';
import { later, seconds } from '../../../../lib/model/time/time.ts';
import { virtualClock } from '../../../../lib/simulators/compute/virtual-clock.ts';
import { aCloud, start, viewer } from '../a-cloud.ts';

describe('the rate limit', () => {
  it('lets so many requests of a key pass in a minute, and tells the others when to come back', async () => {
    const { ask, clock } = aCloud({ rateLimit: { perMinute: 3 } });
    clock.advance(seconds(13));
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await ask('GET', '/v1/projects')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask('GET', '/v1/projects');
    expect(refused.headers.get('Retry-After')).toBe('47');
    expect(refused.body).toMatchObject({
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': expect.stringContaining('RetryInfo'), retryDelay: '47s' }, {}],
    });
    clock.advance(seconds(47));
    expect((await ask('GET', '/v1/projects')).status).toBe(200);
  });

  it('counts each key by itself', async () => {
    const { ask } = aCloud({ rateLimit: { perMinute: 1 } });
    expect((await ask('GET', '/v1/projects')).status).toBe(200);
    expect((await ask('GET', '/v1/projects')).status).toBe(429);
    expect((await ask('GET', '/v1/projects', { key: viewer.key })).status).toBe(200);
  });

  it('goes by the minutes of another clock where one is given', async () => {
    const other = virtualClock(later(start, seconds(59)));
    const { ask } = aCloud({ rateLimit: { perMinute: 1, clock: other } });
    await ask('GET', '/v1/projects');
    expect((await ask('GET', '/v1/projects')).headers.get('Retry-After')).toBe('1');
    other.advance(seconds(1));
    expect((await ask('GET', '/v1/projects')).status).toBe(200);
  });
});
