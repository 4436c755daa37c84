import { expect, it } from 'vitest';
import { milliseconds } from '../../../../../lib/model/time/time.ts';
import { settled } from '../../a-cloud.ts';
import { aLab } from '../../a-lab.ts';

const whole = { vmId: 'box', id: 'golden', description: 'as trained' };

it.each([
  ['in the query', '?vmId=box&id=golden&description=as+trained', undefined],
  ['in the body', '', whole],
  ['in both', '?vmId=box', { id: 'golden', description: 'as trained' }],
])(
  'an image is created from parameters %s, and its description changed in the same way',
  async (_, query, body) => {
    const { send, read, clock } = aLab();
    expect(await send('POST', `/images${query}`, body)).toMatchObject({ status: 200 });
    clock.advance(milliseconds(settled));
    const image = { id: 'golden', description: 'as trained', sizeGib: 80, dataCenterId: 'gb-london-1' };
    expect(await read('/images')).toMatchObject({ images: [image], totalCount: 1 });
    const sent = body ? '' : '?description=as+served';
    const described = await send('POST', `/images/golden${sent}`, body && { description: 'as served' });
    expect(described.status).toBe(200);
    expect(await read('/images/golden')).toMatchObject({ image: { description: 'as served' } });
  },
);

it.each([
  ['vmId', { id: 'golden' }],
  ['id', { vmId: 'box' }],
  ['id', { ...whole, id: '' }],
])('an image without %s is refused: %j', async (field, body) => {
  expect(await aLab().send('POST', '/images', body)).toMatchObject({
    status: 400,
    body: { details: [{ fieldViolations: [{ field }] }] },
  });
});
