import { describe, expect, it } from 'vitest';
import { seconds } from '../../../../lib/model/time/time.ts';
import { aCloud, viewer } from '../a-cloud.ts';

describe('the rate limit', () => {
  it('permits a number of requests of a key per minute, and answers the others with when to retry', async () => {
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
});
