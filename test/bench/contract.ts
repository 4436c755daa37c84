import * as z from 'zod';
import { listVms } from '../../lib/clouds/compute/contract/vms.ts';
import { compiled } from '../../lib/clouds/http/read-record.ts';
import { type Figure, medianTime, ms, ratio } from './figure.ts';
import { wireVms } from './fleet.ts';

const projects = 200;
const vms = 100;

/** What reading a reply by the contract costs beside `JSON.parse` of the same text. */
export function benchContract(): Figure[] {
  const text = JSON.stringify({ VMs: wireVms('bench', vms) });
  const parse = medianTime(5, () => {
    for (let project = 0; project < projects; project += 1) JSON.parse(text);
  });
  const item = compiled(listVms.item);
  const read = medianTime(5, () => {
    for (let project = 0; project < projects; project += 1) {
      const body: { VMs: unknown[] } = JSON.parse(text);
      for (const vm of body.VMs) if (!z.safeParse(item, vm).success) throw new TypeError('unfit');
    }
  });
  const each = (time: number) => `${((time * 1_000) / (projects * vms)).toFixed(2)} µs`;
  return [
    { what: 'a VM of a reply: JSON.parse alone', figure: each(parse) },
    {
      what: 'a VM of a reply: parsed and read by the contract',
      figure: `${each(read)}, ${ratio(read, parse)} of the parse`,
    },
    { what: `a reply of ${vms} VMs, parsed and read`, figure: ms(read / projects) },
  ];
}
