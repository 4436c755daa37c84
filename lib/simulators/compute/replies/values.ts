import { type Charge, chargeToMoney, type HourlyPrice, type Money } from '../../../model/money/money.ts';
import { isoInstant } from '../../../model/time/time.ts';
import { drawFor } from '../../http/draw.ts';
import type { Holding } from '../world/holding.ts';
import type { WorldState } from '../world/world-state.ts';

/**
 * Returns a made-up public address, always the same for the same names, from a block reserved for tests (RFC 2544).
 */
export function addressFor({ seed }: WorldState, ...names: readonly string[]): string {
  const draw = drawFor(seed, 'address', ...names)(0);
  const byte = (channel: number) => Math.floor(draw(channel) * 256);
  return `198.${18 + Math.floor(draw(0) * 2)}.${byte(1)}.${byte(2)}`;
}

/** Returns the names of a thing, of its project and of its data center. */
export const idsOf = <Id extends string>({
  id,
  project,
  dataCenter,
}: Pick<Holding, 'project' | 'dataCenter'> & { readonly id: Id }) => ({
  id,
  projectId: project,
  dataCenterId: dataCenter,
});

/** Returns a price as the platform sends it: a Decimal object with every digit. */
export const wirePrice = (price: HourlyPrice) => ({ value: price.toFixed() });

/** Returns an amount as the platform sends it: rounded to ten decimals, and only here. */
export const amountText = (amount: Money): string => amount.toDecimalPlaces(10).toFixed();
export const wireAmount = (amount: Money) => ({ value: amountText(amount) });
export const wireCharge = (total: Charge) => wireAmount(chargeToMoney(total));

/** Returns the term, and its end if that is shown. */
export const commitmentOf = ({ commitment }: Pick<Holding, 'commitment'>) =>
  commitment === null
    ? { commitmentTerm: 'COMMITMENT_TERM_NONE' }
    : {
        commitmentTerm: commitment.term,
        ...(commitment.isEndShown !== false && { commitmentEndTime: isoInstant(commitment.until) }),
      };
