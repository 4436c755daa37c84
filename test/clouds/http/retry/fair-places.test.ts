import { describe, expect, it } from 'vitest';
import { fairPlaces } from '../../../../lib/clouds/http/retry/fair-places.ts';
import { seconds } from '../../../../lib/model/time/time.ts';

const anAsker = () => ({ patience: seconds(60) });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Records who got a place, in order. */
function aQueue(count: number) {
  const places = fairPlaces(count);
  const order: string[] = [];
  const ask = (name: string, asker?: ReturnType<typeof anAsker>, signal?: AbortSignal) =>
    places
      .take({ ...(asker && { asker }), ...(signal && { signal }) })
      .then((isTaken) => order.push(isTaken ? name : `${name} gave up`));
  return { places, order, ask };
}

describe('places in flight', () => {
  it('are given to askers in turn, however many requests one of them has (invariant 11)', async () => {
    const { places, order, ask } = aQueue(1);
    const [greedy, modest, other] = [anAsker(), anAsker(), anAsker()];
    for (const nth of [1, 2, 3]) void ask(`greedy ${nth}`, greedy);
    void ask('modest', modest);
    void ask('other', other);
    for (const asker of [greedy, modest, other, greedy]) {
      await settled();
      places.leave({ asker });
    }
    await settled();
    expect(order).toEqual(['greedy 1', 'modest', 'other', 'greedy 2', 'greedy 3']);
  });

  it('are at most a quarter for one asker, so that one that hangs delays no other', async () => {
    const { order, ask } = aQueue(8);
    const hanging = anAsker();
    for (let nth = 1; nth <= 20; nth += 1) void ask('hanging', hanging);
    for (let nth = 1; nth <= 6; nth += 1) void ask('other', anAsker());
    await settled();
    expect(order.filter((name) => name === 'hanging')).toHaveLength(2);
    expect(order.filter((name) => name === 'other')).toHaveLength(6);
  });

  it('are all available to requests without a named asker', async () => {
    const { order, ask } = aQueue(8);
    for (let nth = 1; nth <= 9; nth += 1) void ask('one');
    await settled();
    expect(order).toHaveLength(8);
  });

  it('are not reserved for a request that was given up', async () => {
    const { places, order, ask } = aQueue(1);
    const end = new AbortController();
    const [first, second, third] = [anAsker(), anAsker(), anAsker()];
    void ask('first', first);
    void ask('second', second, end.signal);
    void ask('third', third);
    await settled();
    end.abort();
    await settled();
    places.leave({ asker: first });
    await settled();
    expect(order).toEqual(['first', 'second gave up', 'third']);
  });
});
