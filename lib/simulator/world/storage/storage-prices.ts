/** What storage costs a GiB and hour, in every data center. Figures are made up, of the size that such clouds ask. */
export const diskGibPriceHr = '0.0001';
export const objectStorageGibPriceHr = '0.00003';
/** What a public address costs an hour. */
export const ipv4PriceHr = '0.005';
