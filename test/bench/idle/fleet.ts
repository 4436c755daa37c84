import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SimilarUse } from '../../../lib/evaluate/learned/similar-use.ts';
import { VmId } from '../../../lib/model/ids.ts';

/** Figures of one VM, one value every five minutes; `NaN` where nothing was measured. */
export type Machine = {
  readonly vm: number;
  readonly cpu: Float64Array;
  /** Bytes a second; `null` in traces of CPU alone. */
  readonly network: Float64Array | null;
  readonly disk: Float64Array | null;
  /** The use of the VMs of its fleet; `null` for a machine by itself. */
  readonly similar: SimilarUse | null;
};

/** The name of a VM. Those with neighbouring numbers are neighbours by their names too. */
export const nameOf = ({ vm }: Pick<Machine, 'vm'>): VmId => VmId.parse(`rnd-${String(vm).padStart(4, '0')}`);

/** The first slot of the Bitbrains traces ends five minutes after this. */
export const traceStart = Date.parse('2013-06-30T22:00:00Z');
export const slotsAnHour = 12;
export const slotsADay = 24 * slotsAnHour;

/** Reads the CPU of the Bitbrains VMs: a heading, then a name such as "rnd-1" and percentages. */
export const readCpu = (file: string): readonly Machine[] =>
  linesOf(file).map(([name = '', ...figures]) => ({
    vm: Number(name.slice(name.indexOf('-') + 1)),
    cpu: filled(figures),
    network: null,
    disk: null,
    similar: null,
  }));

/** Reads VMs with their signals: three lines each, of CPU in percent, and network and disk in KB a second. */
export function readSignals(file: string): readonly Machine[] {
  const lines = linesOf(file);
  return Array.from({ length: lines.length / 3 }, (_, index) => {
    const [cpu, network, disk] = lines
      .slice(index * 3, index * 3 + 3)
      .map(([, , ...figures]) => filled(figures));
    if (cpu === undefined || network === undefined || disk === undefined)
      throw new RangeError(`${file} is not whole`);
    const bytes = (figures: Float64Array) => figures.map((figure) => figure * 1_000);
    return {
      vm: Number(lines[index * 3]?.[0]),
      cpu,
      network: bytes(network),
      disk: bytes(disk),
      similar: null,
    };
  });
}

const linesOf = (file: string): string[][] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** A sample covers up to 15 minutes before it, as where samples become slots (`providers/compute/facts/usage.ts`). */
function filled(figures: readonly string[]): Float64Array {
  const all = Float64Array.from(figures, (figure) => (figure === '' ? Number.NaN : Number(figure)));
  for (let from = 0; from < all.length; from += 1) {
    if (!Number.isNaN(all[from])) continue;
    let until = from;
    while (until < all.length && Number.isNaN(all[until])) until += 1;
    if (from > 0 && until < all.length && until - from <= 2) all.fill(all[until] ?? Number.NaN, from, until);
    from = until;
  }
  return all;
}
