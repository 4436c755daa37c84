import * as z from 'zod';
import { type HourlyPrice, isDecimalText, StoredPrice } from './money.ts';

/**
 * The basis of a price: quoted by the cloud for this resource, listed for all of its kind, or listed and corrected by
 * recent bills of the platform. All except quoted ones are estimates.
 */
export const PriceBasis = z.enum(['quoted', 'listed', 'corrected']);
export type PriceBasis = z.infer<typeof PriceBasis>;

/** The hourly price of a resource while it runs and while it is stopped. */
export type Price = {
  readonly running: HourlyPrice;
  readonly atRest: HourlyPrice;
  readonly basis: PriceBasis;
};

/** Returns the quoted price of a resource that costs the same running or stopped. */
export const quoted = (price: HourlyPrice): Price => ({ running: price, atRest: price, basis: 'quoted' });

const isPlain = ({ running, atRest, basis }: Price): boolean => basis === 'quoted' && atRest.eq(running);

/**
 * Reads "4.2", a quoted price, or "4.2/0.3/listed", with the price when stopped and the basis; `null` for other text.
 */
function readPrice(text: string): Price | null {
  const [running = '', atRest, basis, ...excess] = text.split('/');
  if (!isDecimalText(running) || excess.length > 0) return null;
  if (atRest === undefined) return quoted(StoredPrice.parse(running));
  const priceBasis = PriceBasis.safeParse(basis);
  if (!priceBasis.success || !isDecimalText(atRest)) return null;
  return { running: StoredPrice.parse(running), atRest: StoredPrice.parse(atRest), basis: priceBasis.data };
}

/** The stored form of a resource's price: one figure where it is quoted and the same at rest. */
export const StoredResourcePrice = z.codec(
  z.string(),
  z.custom<Price>((value) => typeof value === 'object' && value !== null && 'basis' in value),
  {
    decode: (text, context) => {
      const price = readPrice(text);
      if (price !== null) return price;
      context.issues.push({
        code: 'custom',
        message: 'must be a price, such as 4.2 or 4.2/0.3/listed',
        input: text,
      });
      return z.NEVER;
    },
    encode: (price) =>
      isPlain(price)
        ? StoredPrice.encode(price.running)
        : [StoredPrice.encode(price.running), StoredPrice.encode(price.atRest), price.basis].join('/'),
  },
);
