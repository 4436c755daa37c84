import { inspect } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { type ClientOptions, connectClient } from '../../../lib/clouds/http/client.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { secretKey } from '../api-key.ts';
import { recordingClock } from '../recording-clock.ts';

/** Parts of the key that would be useful to an attacker. */
const parts = [
  secretKey.slice(0, 10),
  secretKey.slice(-10),
  encodeURIComponent(secretKey).slice(-10),
  Buffer.from(secretKey).toString('base64').slice(0, 12),
];

/** Reports whether the key, or half of it, is in a value at any depth: causes, hidden properties, stacks. */
export const betraysKey = (value: unknown): boolean => {
  const text = inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: null });
  return parts.some((part) => text.includes(part));
};

/**
 * Returns the client, connected to an address and closed after the test. Everything it throws or logs is kept, and
 * the test fails if any of it holds the key.
 */
export function watchedCloud(baseUrl: string, overrides: Partial<ClientOptions> = {}) {
  const clock = recordingClock();
  const lines: Array<{ event: string; details: unknown }> = [];
  const thrown: unknown[] = [];
  const { close, ...cloud } = connectClient({
    baseUrl,
    apiKey: secretKey,
    clock,
    random: () => 0.5,
    log: (event, details) => lines.push({ event, details }),
    ...overrides,
  });
  onTestFinished(async () => {
    await close();
    expect(
      [...thrown, ...lines].filter(betraysKey).map((value) => inspect(value)),
      'thrown or logged with the key in it',
    ).toEqual([]);
  });

  /** Returns the error of a failed request. */
  async function failure(request: Promise<unknown>): Promise<CloudError> {
    try {
      await request;
    } catch (error) {
      thrown.push(error);
      if (error instanceof CloudError) return error;
      throw new Error('the client threw something that is no CloudError', { cause: error });
    }
    throw new Error('the request did not fail');
  }

  return { cloud, close, clock, lines, failure };
}
