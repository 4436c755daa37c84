import { isIPv4 } from 'node:net';

/** A range of IPv4 addresses. */
export type Cidr = { readonly prefix: number; address(nth: number): string };

/** `undefined` for text that is no range. Bits after the prefix are dropped. */
export function readCidr(text: string): Cidr | undefined {
  const [, address = '', bits = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(text) ?? [];
  const prefix = Number(bits);
  if (!isIPv4(address) || prefix > 32) return undefined;
  const whole = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = whole - (whole % 2 ** (32 - prefix));
  return { prefix, address: (nth) => written(first + nth) };
}

const written = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
