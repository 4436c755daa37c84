/** Writes whole numbers, each in a given number of bits, the highest bit first. */
export type BitWriter = {
  write(value: number, width: number): void;
  bytes(): Uint8Array;
};

/** Reads the numbers of a `BitWriter`, in the same order and widths. */
export type BitReader = { read(width: number): number };

/** Returns how many bits the whole numbers from 0 to `most` need. */
export function widthOf(most: number): number {
  let width = 0;
  while (2 ** width <= most) width += 1;
  return width;
}

/** Writes a wide number in two parts, since bit operators work on signed 32 bits. */
const widest = 30;

export function bitWriter(): BitWriter {
  const full: number[] = [];
  let last = 0;
  let free = 8;
  const write = (value: number, width: number): void => {
    if (width > widest) {
      write(Math.floor(value / 2 ** widest), width - widest);
      write(value % 2 ** widest, widest);
      return;
    }
    for (let left = width; left > 0; ) {
      const take = Math.min(free, left);
      left -= take;
      free -= take;
      last |= ((value >>> left) & ((1 << take) - 1)) << free;
      if (free > 0) continue;
      full.push(last);
      last = 0;
      free = 8;
    }
  };
  return { write, bytes: () => Uint8Array.from(free === 8 ? full : [...full, last]) };
}

/** @throws RangeError when more is read than was written. */
export function bitReader(bytes: Uint8Array): BitReader {
  let index = 0;
  let unread = 8;
  const read = (width: number): number => {
    if (width > widest) return read(width - widest) * 2 ** widest + read(widest);
    let value = 0;
    for (let left = width; left > 0; ) {
      const byte = bytes[index];
      if (byte === undefined) throw new RangeError('its packed numbers end too early');
      const take = Math.min(unread, left);
      left -= take;
      unread -= take;
      value = (value << take) | ((byte >>> unread) & ((1 << take) - 1));
      if (unread > 0) continue;
      index += 1;
      unread = 8;
    }
    return value;
  };
  return { read };
}
