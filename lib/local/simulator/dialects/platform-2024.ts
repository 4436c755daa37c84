import { type Dialect, rewriting, vmPlaces } from './dialect.ts';

/** What came after 2024: only the resource search then tells of machines, and nothing of disks and volumes. */
const later = ['/machines', '/cluster', '/disk', '/volumes', '/object-storage'];

/**
 * The platform as its document of January 2024 has it: a VM's state is `vmState`, beside `shortState`
 * in free text, and its price is a number by the name of `priceHr`; whole numbers are numbers.
 */
export const platform2024: Dialect = {
  has: ({ path }) => !later.some((part) => path.includes(part)),
  write: rewriting(vmPlaces, ({ state, price, ...vm }) => ({
    ...vm,
    vmState: state,
    shortState: shortStates.get(String(state)) ?? 'unkn',
    priceHr: Number(totalIn(price)),
  })),
};

/** As OpenNebula abbreviates them, on which the platform is built. */
const shortStates: ReadonlyMap<string, string> = new Map([
  ['PENDING', 'pend'],
  ['CLONING', 'clon'],
  ['STARTING', 'boot'],
  ['ACTIVE', 'runn'],
  ['STOPPING', 'shut'],
  ['STOPPED', 'poff'],
  ['FAILED', 'fail'],
  ['DELETING', 'epil'],
]);

function totalIn(price: unknown): unknown {
  const total = memberOf(price, 'totalPriceHr');
  return memberOf(total, 'value') ?? total;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
