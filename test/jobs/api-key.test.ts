import { describe, expect, it } from 'vitest';
import { ApiKeyError, apiKey } from '../../lib/jobs/api-key.ts';
import { instant, later, minutes } from '../../lib/model/time.ts';

/** A parameter store of one parameter, and a clock that is set by hand. */
function aStore(value: string | undefined) {
  const store = { value, reads: 0, time: instant(0) };
  const key = apiKey({ kind: 'parameter', name: '/keys/viewer' }, { now: () => store.time }, async (name) => {
    store.reads += 1;
    return name === '/keys/viewer' ? store.value : undefined;
  });
  return { store, key };
}

describe('the API key', () => {
  it('is the one at hand where one is given', async () => {
    const key = apiKey(
      { kind: 'given', reveal: () => 'sk-1' },
      { now: () => instant(0) },
      async () => 'other',
    );
    expect(await key()).toBe('sk-1');
  });

  it('is read from its parameter once in a quarter of an hour', async () => {
    const { store, key } = aStore('sk-1');
    await key();
    store.time = later(store.time, minutes(14));
    expect([await key(), store.reads]).toEqual(['sk-1', 1]);
  });

  it('is a new one at most a quarter of an hour after it was replaced', async () => {
    const { store, key } = aStore('sk-1');
    await key();
    store.value = 'sk-2';
    store.time = later(store.time, minutes(15));
    expect(await key()).toBe('sk-2');
  });

  it('loses the line break that was pasted with it', async () => {
    expect(await aStore('sk-1\n').key()).toBe('sk-1');
  });

  it.each([undefined, '', ' \n'])('is missed when the parameter holds %j', async (value) => {
    const { key } = aStore(value);
    await expect(key()).rejects.toThrow(
      new ApiKeyError('there is nothing in the SSM parameter /keys/viewer, which should hold the API key'),
    );
  });

  it('is asked for again after it could not be read', async () => {
    let fails = true;
    const key = apiKey({ kind: 'parameter', name: '/keys/viewer' }, { now: () => instant(0) }, async () => {
      if (fails) throw new Error('denied');
      return 'sk-1';
    });
    await expect(key()).rejects.toMatchObject({
      name: 'ApiKeyError',
      message: 'cannot read the SSM parameter /keys/viewer, which should hold the API key',
      cause: new Error('denied'),
    });
    fails = false;
    expect(await key()).toBe('sk-1');
  });
});
