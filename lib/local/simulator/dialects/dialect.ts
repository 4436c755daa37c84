import type { SpecifiedOperation } from '../../../cloud/contract/whole/contract.ts';

/** A version of the platform: which operations it has, and how it writes what it answers. */
export type Dialect = {
  has(operation: SpecifiedOperation): boolean;
  /** Rewrites a reply's body, which is a fresh copy in the newest form. */
  write(operation: string, body: unknown): unknown;
};

type Members = Readonly<Record<string, unknown>>;
type Rewrite = (record: Members) => Members;

/** Where the replies of an operation hold the records of a kind: under a member, one or a list of them. */
export type Places = Readonly<Record<string, string>>;

/** Applies a rewriting to the records in those places and leaves everything else as it is. */
export function rewriting(places: Places, rewrite: Rewrite): Dialect['write'] {
  return (operation, body) => {
    const member = places[operation];
    if (member === undefined || !isRecord(body)) return body;
    const held = body[member];
    const rewritten = Array.isArray(held) ? held.map((one) => (isRecord(one) ? rewrite(one) : one)) : held;
    return { ...body, [member]: isRecord(rewritten) ? rewrite(rewritten) : rewritten };
  };
}

/** Where replies show VMs as their project's list does. */
export const vmPlaces: Places = { listVms: 'VMs', getVm: 'VM', createVm: 'vm' };

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
