/** One line of the bench: what was measured, its figure, and what it is held against. */
export type Figure = { readonly what: string; readonly figure: string; readonly goal?: string };

/** The median time that the processor spent on a run, in milliseconds: others on the machine count less. */
export const cpuTime = (run: () => void): number => cpuTimeOf(() => [run]);

/** Returns the median processor time of a run in parts, in milliseconds, without that of preparing them. */
export function cpuTimeOf(parts: () => Iterable<() => void>): number {
  const run = () => {
    let total = 0;
    for (const part of parts()) {
      const before = process.cpuUsage();
      part();
      const { user, system } = process.cpuUsage(before);
      total += user + system;
    }
    return total / 1_000;
  };
  run();
  const times = [run(), run(), run()].sort((left, right) => left - right);
  return times[1] ?? Number.NaN;
}

export const ratio = (part: number, whole: number): string => `${known(part / whole).toFixed(1)} x`;
export const ms = (time: number): string => `${known(time).toFixed(time < 10 ? 2 : 0)} ms`;

/** Returns a figure. @throws {TypeError} if it is none */
function known(figure: number): number {
  if (!Number.isFinite(figure)) throw new TypeError(`it was not measured: ${figure}`);
  return figure;
}
