/** The highest valid figures, for every cloud. A higher figure is invalid, as it would dominate every sum. */
export const figureBounds = {
  /** The hourly price of one resource, in USD. */
  price: 100_000,
  /** The hourly rate of an account, in USD. */
  rate: 10_000_000,
  /** A sum of money, in USD. */
  sum: 1_000_000_000,
  /** The size of one disk or volume, in GB or GiB: ten PiB. */
  gib: 10_485_760,
  /** A count of GPUs or CPUs of one resource. */
  count: 100_000,
} as const;
