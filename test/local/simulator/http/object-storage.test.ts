import { describe, expect, it } from 'vitest';
import { seconds } from '../../../../lib/model/time.ts';
import { aLab } from '../a-lab.ts';

describe('the key to the object storage', () => {
  it('is another one for every second and data center', async () => {
    const { read, send, clock } = aLab();
    const key = (place: string) => read(`/object-storage/session-key/${place}`);
    const first = await key('gb-london-1');
    expect(await key('gb-london-1')).toEqual(first);
    expect(await key('se-lulea-1')).not.toEqual(first);
    clock.advance(seconds(1));
    expect(await key('gb-london-1')).not.toEqual(first);
    expect((await send('GET', '/object-storage/session-key/atlantis-1')).status).toBe(404);
  });
});
