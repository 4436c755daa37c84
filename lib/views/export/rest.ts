import type { Rollup } from '../../model/money/meter.ts';
import { addCharges, type Charge, noCharge, subtractCharges } from '../../model/money/money.ts';
import { otherTags, type Share, sumOfShares, type Tags } from '../../model/money/share.ts';
import type { ResourceCharge } from './held.ts';

/** A rollup's charge, taken apart as far as it is known. */
export type Apart = {
  readonly resources: readonly ResourceCharge[];
  /** What is known by its tags only; with the resources it comes to the rollup's charge. */
  readonly rest: readonly Share[];
};

/**
 * Holds what resources were charged against the shares of the ledger, kind by kind: the rollup is what counts. When
 * the resources come to more than there is, as after a sample was lost, they are not believed.
 */
export function takenApart(rollup: Rollup, resources: readonly ResourceCharge[]): Apart {
  const shares = allShares(rollup);
  const told = byKind(shares.map(({ tags, charge }) => ({ kind: tags.kind, charge })));
  const found = byKind(resources.map(({ resource, charge }) => ({ kind: resource.kind, charge })));
  let excess = noCharge;
  for (const [kind, charge] of found) {
    const share = told.get(kind) ?? noCharge;
    if (charge.gt(share)) excess = addCharges(excess, subtractCharges(charge, share));
  }
  // Where tags were too many to tell apart, charges of every kind went to the share of all others.
  const other = told.get('other') ?? noCharge;
  if (excess.gt(other)) return { resources: [], rest: shares };
  const rest = [...told].flatMap(([kind, charge]) => {
    if (kind === 'other') return [{ tags: otherTags, charge: subtractCharges(charge, excess) }];
    const known = found.get(kind);
    if (known === undefined) return shares.filter(({ tags }) => tags.kind === kind);
    return known.lt(charge) ? [{ tags: { ...otherTags, kind }, charge: subtractCharges(charge, known) }] : [];
  });
  return { resources, rest: rest.filter(({ charge }) => !charge.isZero()) };
}

/** A rollup whose shares nobody kept is one share. */
function allShares({ charge, shares }: Rollup): readonly Share[] {
  const untold = subtractCharges(charge, sumOfShares(shares));
  return untold.isZero() ? shares : [...shares, { tags: otherTags, charge: untold }];
}

type OfKind = { readonly kind: Tags['kind']; readonly charge: Charge };

function byKind(charges: readonly OfKind[]): ReadonlyMap<Tags['kind'], Charge> {
  const sums = new Map<Tags['kind'], Charge>();
  for (const { kind, charge } of charges) sums.set(kind, addCharges(sums.get(kind) ?? noCharge, charge));
  return sums;
}
