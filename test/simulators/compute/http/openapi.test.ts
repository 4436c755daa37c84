import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createApp } from '../../../../lib/simulators/compute/http/app.ts';
import { routes } from '../../../../lib/simulators/compute/http/routes.ts';
import { aWorld, viewer } from '../a-cloud.ts';

const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), 'x-simulated': z.boolean() })),
  ),
});

async function fetched(options: Partial<Parameters<typeof createApp>[0]> = {}) {
  const app = createApp({ world: aWorld().world, keys: [viewer], ...options });
  const response = await app.request('/openapi.json');
  expect(response.status).toBe(200);
  const document: unknown = await response.json();
  const operations = Object.values(Document.parse(document).paths).flatMap((path) => Object.values(path));
  const simulated = operations
    .filter((operation) => operation['x-simulated'])
    .map(({ operationId }) => operationId);
  return { document, simulated };
}

describe('the document of the simulator', () => {
  it('marks what the simulator answers', async () => {
    expect((await fetched()).simulated.toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('does not mark what this version of the platform does not have', async () => {
    const { simulated } = await fetched({ without: ['getCurrentSpend'] });
    expect(simulated).toContain('listProjectSpend');
    expect(simulated).not.toContain('getCurrentSpend');
  });
});
