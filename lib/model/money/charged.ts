import { addCharges, type Charge, noCharge, StoredCharge, subtractCharges } from './money.ts';

/** The stored fields of a charge with its estimated part. */
export const ofCharge = {
  charge: StoredCharge,
  /**
   * The part that is an estimate, at prices that are not quoted or of resources that are not listed; absent where none
   * is.
   */
  estimated: StoredCharge.optional(),
};

/** A charge with its estimated part, which is absent where nothing is an estimate. */
export type ChargeWithEstimate = { readonly charge: Charge; readonly estimated?: Charge | undefined };

export const charged = (charge: Charge, estimated: Charge): ChargeWithEstimate =>
  estimated.isZero() ? { charge } : { charge, estimated };

export const nothingCharged: ChargeWithEstimate = { charge: noCharge };

export const getEstimatedCharge = ({ estimated }: Pick<ChargeWithEstimate, 'estimated'>): Charge =>
  estimated ?? noCharge;

/** Returns only the charge and its estimated part, without the other fields of a meter or a share. */
export const toChargeWithEstimate = ({ charge, estimated }: ChargeWithEstimate): ChargeWithEstimate =>
  estimated === undefined ? { charge } : { charge, estimated };

export const addCharged = (left: ChargeWithEstimate, right: ChargeWithEstimate): ChargeWithEstimate =>
  left.estimated === undefined && right.estimated === undefined
    ? { charge: addCharges(left.charge, right.charge) }
    : charged(
        addCharges(left.charge, right.charge),
        addCharges(getEstimatedCharge(left), getEstimatedCharge(right)),
      );

export const sumCharged = (parts: readonly ChargeWithEstimate[]): ChargeWithEstimate =>
  parts.reduce(addCharged, nothingCharged);

/** Subtracts a charge, and its estimated part, from another; neither goes below zero. */
export const lessCharged = (left: ChargeWithEstimate, right: ChargeWithEstimate): ChargeWithEstimate =>
  charged(
    subtractToZero(left.charge, right.charge),
    subtractToZero(getEstimatedCharge(left), getEstimatedCharge(right)),
  );

const subtractToZero = (left: Charge, right: Charge): Charge =>
  right.gt(left) ? noCharge : subtractCharges(left, right);
