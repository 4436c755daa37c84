import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

export const slotsADay = 288;

/** CPU of one machine over one day, in percent of it, every five minutes from 00:00 UTC. */
export type MachineDay = { readonly date: string; readonly vm: string; readonly cpu: readonly number[] };

/**
 * Reads the PlanetLab traces: gzipped text, a heading, then date, name and 288 figures a line.
 * @throws an error that names the line that is not so.
 */
export async function readTraces(file: string): Promise<MachineDay[]> {
  const unpacked = createReadStream(file).pipe(createGunzip());
  const days: MachineDay[] = [];
  let number = 0;
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (number > 1 && line !== '') days.push(readLine(line, number));
  }
  return days;
}

function readLine(line: string, number: number): MachineDay {
  const [date = '', vm = '', ...figures] = line.split(',');
  const cpu = figures.map(Number);
  const isPercent = (figure: number) => figure >= 0 && figure <= 100;
  if (!/^\d{8}$/.test(date) || vm === '' || cpu.length !== slotsADay || !cpu.every(isPercent)) {
    throw new RangeError(`line ${number} is not a date, a name and ${slotsADay} percentages`);
  }
  return { date, vm, cpu };
}
