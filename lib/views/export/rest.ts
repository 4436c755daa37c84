import type { Rollup } from '../../model/money/meter.ts';
import { addCharges, type Charge, noCharge, subtractCharges } from '../../model/money/money.ts';
import { otherTags, type Share, sumOfShares, type Tags } from '../../model/money/share.ts';
import type { ResourceCharge } from './held.ts';

/** A rollup's charge, itemized as far as possible. */
export type Apart = {
  readonly resources: readonly ResourceCharge[];
  /** The shares that are known by their tags only. Together with the resources they add up to the rollup's charge. */
  readonly rest: readonly Share[];
};

/**
 * Compares the charges of resources with the ledger's shares, kind by kind; the rollup is authoritative. When the
 * resources add up to more than the rollup, as after a sample was lost, they are discarded.
 */
export function takenApart(rollup: Rollup, resources: readonly ResourceCharge[]): Apart {
  const shares = allShares(rollup);
  const shared = byKind(shares.map(({ tags, charge }) => ({ kind: tags.kind, charge })));
  const itemized = byKind(resources.map(({ resource, charge }) => ({ kind: resource.kind, charge })));
  let excess = noCharge;
  for (const [kind, charge] of itemized) {
    const share = shared.get(kind) ?? noCharge;
    if (charge.gt(share)) excess = addCharges(excess, subtractCharges(charge, share));
  }
  // Beyond the limit of distinct tags, charges of every kind went to the share "other".
  const other = shared.get('other') ?? noCharge;
  if (excess.gt(other)) return { resources: [], rest: shares };
  const rest = [...shared].flatMap(([kind, charge]) => {
    if (kind === 'other') return [{ tags: otherTags, charge: subtractCharges(charge, excess) }];
    const known = itemized.get(kind);
    if (known === undefined) return shares.filter(({ tags }) => tags.kind === kind);
    return known.lt(charge) ? [{ tags: { ...otherTags, kind }, charge: subtractCharges(charge, known) }] : [];
  });
  return { resources, rest: rest.filter(({ charge }) => !charge.isZero()) };
}

/** Returns a rollup's shares, with one more for what they leave of its charge. */
function allShares({ charge, shares }: Rollup): readonly Share[] {
  const remainder = subtractCharges(charge, sumOfShares(shares));
  return remainder.isZero() ? shares : [...shares, { tags: otherTags, charge: remainder }];
}

type OfKind = { readonly kind: Tags['kind']; readonly charge: Charge };

function byKind(charges: readonly OfKind[]): ReadonlyMap<Tags['kind'], Charge> {
  const sums = new Map<Tags['kind'], Charge>();
  for (const { kind, charge } of charges) sums.set(kind, addCharges(sums.get(kind) ?? noCharge, charge));
  return sums;
}
