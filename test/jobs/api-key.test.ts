import { describe, expect, it } from 'vitest';
import { ApiKeyError, apiKey, sealingSecret } from '../../lib/jobs/api-key.ts';
import { instant, later, minutes } from '../../lib/model/time/time.ts';
import { markedKey } from '../support/api-key.ts';

/** A parameter store with one parameter, and a clock that is set by hand. */
function aStore(value: string | undefined) {
  const store = { value, reads: 0, time: instant(0) };
  const key = apiKey(
    { kind: 'parameter', name: '/keys/viewer' },
    { now: () => store.time },
    {
      parameter: async (name) => {
        store.reads += 1;
        return name === '/keys/viewer' ? store.value : undefined;
      },
    },
  );
  return { store, key };
}

describe('the API key', () => {
  it('is the given one where a key is given directly', async () => {
    const key = apiKey(
      { kind: 'given', reveal: () => markedKey('1') },
      { now: () => instant(0) },
      { parameter: async () => 'other' },
    );
    expect(await key()).toBe(markedKey('1'));
  });

  it('is read from its parameter once every quarter of an hour', async () => {
    const { store, key } = aStore(markedKey('1'));
    await key();
    store.time = later(store.time, minutes(14));
    expect([await key(), store.reads]).toEqual([markedKey('1'), 1]);
  });

  it('is the new one within a quarter of an hour after it was replaced', async () => {
    const { store, key } = aStore(markedKey('1'));
    await key();
    store.value = markedKey('2');
    store.time = later(store.time, minutes(15));
    expect(await key()).toBe(markedKey('2'));
  });

  it('loses a line break that was pasted with it', async () => {
    expect(await aStore(`${markedKey('1')}\n`).key()).toBe(markedKey('1'));
  });

  it.each([undefined, '', ' \n'])('is reported as missing when the parameter holds %j', async (value) => {
    const { key } = aStore(value);
    await expect(key()).rejects.toThrow(
      new ApiKeyError('nothing is stored in the SSM parameter /keys/viewer, which should hold the API key'),
    );
  });

  it('is rejected where other text is stored with it, which a header could not carry', async () => {
    const { key } = aStore(`${markedKey('1')}\n${markedKey('2')}\n`);
    await expect(key()).rejects.toThrow(
      'text other than the key is stored in the SSM parameter /keys/viewer',
    );
  });

  it('is read from a file only where files can be read, and is an error elsewhere', async () => {
    const clock = { now: () => instant(0) };
    const file = async (path: string) => (path === 'keys/viewer' ? markedKey('1') : undefined);
    expect(await apiKey({ kind: 'file', path: 'keys/viewer' }, clock, { file })()).toBe(markedKey('1'));
    const nowhere = apiKey({ kind: 'file', path: 'keys/viewer' }, clock, { parameter: file });
    await expect(nowhere()).rejects.toThrow(
      'cannot read the file keys/viewer, which should hold the API key',
    );
  });

  it('is read again after it could not be read', async () => {
    let fails = true;
    const key = apiKey(
      { kind: 'parameter', name: '/keys/viewer' },
      { now: () => instant(0) },
      {
        parameter: async () => {
          if (fails) throw new Error('denied');
          return markedKey('1');
        },
      },
    );
    await expect(key()).rejects.toMatchObject({
      name: 'ApiKeyError',
      message: 'cannot read the SSM parameter /keys/viewer, which should hold the API key',
      cause: new Error('denied'),
    });
    fails = false;
    expect(await key()).toBe(markedKey('1'));
  });
});

describe('the secret that seals tokens', () => {
  it('is rejected if it is short enough to be guessed from one token', async () => {
    const read = (value: string) =>
      sealingSecret(
        { kind: 'parameter', name: '/keys/answer' },
        { now: () => instant(0) },
        { parameter: async () => value },
      )();
    const least = 'x'.repeat(32);
    expect(await read(`${least}\n`)).toBe(least);
    await expect(read(least.slice(1))).rejects.toThrow(
      new ApiKeyError(
        'the content of the SSM parameter /keys/answer, which should hold the secret that tokens are sealed with, has fewer than 32 characters',
      ),
    );
  });
});
