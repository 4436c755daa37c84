import { describe, expect, it } from 'vitest';
import { days, hours } from '../../../../../lib/model/time/time.ts';
import { settled, start } from '../../a-cloud.ts';
import { aLab } from '../../a-lab.ts';

describe('a volume', () => {
  const papers = { id: 'papers', dataCenterId: 'gb-london-1', sizeGib: 100 };

  it('is made, enlarged and deleted', async () => {
    const { send, read, settle } = aLab();
    expect(await send('POST', '/volumes', papers)).toMatchObject({
      status: 200,
      body: { id: 'papers', state: 'CREATING', totalPriceHr: { value: '0.01' }, nfsPath: '/lab/papers' },
    });
    expect((await send('POST', '/volumes', papers)).status).toBe(409);
    expect((await send('PATCH', '/volumes/papers', { sizeGib: 300 })).status).toBe(409);
    settle();
    expect((await send('PATCH', '/volumes/papers', { sizeGib: 99 })).status).toBe(400);
    expect(await send('PATCH', '/volumes/papers', { sizeGib: 300 })).toMatchObject({
      body: { state: 'UPDATING', sizeGib: 300, totalPriceHr: { value: '0.03' } },
    });
    settle();
    expect(await read('/volumes/papers')).toMatchObject({ state: 'ACTIVE' });
    expect((await send('DELETE', '/volumes/papers')).status).toBe(200);
    settle();
    expect((await send('GET', '/volumes/papers')).status).toBe(404);
  });

  it('is billed at its old size before it is enlarged and at the new one after', async () => {
    const { ask, send, clock, world } = aLab();
    clock.set(start);
    await send('POST', '/volumes', papers);
    const made = clock.now();
    clock.advance(hours(2));
    const grown = clock.now();
    await send('PATCH', '/volumes/papers', { sizeGib: 300 });
    clock.advance(hours(2));
    const { lines, total } = world.bill(made, clock.now(), { kind: 'volume' });
    expect(lines.map(({ tariff, span }) => [tariff.units, span])).toEqual([
      [100, grown - made],
      [300, clock.now() - grown],
    ]);
    expect(total.toFixed()).toBe(String(0.01 * 7_200_000 + 0.03 * 7_200_000));
    const { body } = await ask('GET', '/v1/projects/lab/spend/2026-03/details');
    expect(body).toMatchObject({ orders: [{}, { resourceId: 'papers' }, { resourceId: 'papers' }] });
  });

  it('that is committed to is paid for to the end, deleted or not', async () => {
    const { send, clock, settle, world } = aLab();
    await send('POST', '/volumes', papers);
    settle();
    const commitmentTerm = 'COMMITMENT_TERM_1_MONTH';
    expect(await send('PATCH', '/volumes/papers', { commitmentTerm })).toMatchObject({
      body: { commitmentTerm, commitmentEndTime: '2026-04-10T10:05:00Z' },
    });
    await send('DELETE', '/volumes/papers');
    clock.advance(days(60));
    const spans = world.bill(start, clock.now(), { kind: 'volume' }).lines.map(({ span }) => span);
    expect(spans).toEqual([settled, Date.parse('2026-04-10T10:05:00Z') - start - 2 * settled]);
  });

  it('changes in all that is asked or in nothing', async () => {
    const { send, read, settle } = aLab();
    await send('POST', '/volumes', papers);
    settle();
    const both = { sizeGib: 300, commitmentTerm: 'COMMITMENT_TERM_OF_MY_OWN' };
    expect((await send('PATCH', '/volumes/papers', both)).status).toBe(400);
    expect(await read('/volumes/papers')).toMatchObject({ sizeGib: 100, state: 'ACTIVE' });
  });
});
