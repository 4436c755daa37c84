import type { VolumeType } from '../wire/estate.ts';

/**
 * An amount of money as a whole number of 1/2,628,000,000,000 USD, so that each price below, for each whole second, is
 * exact: prices are whole micro-dollars for an hour or for a month of 730 hours.
 */
export type Amount = bigint;

const hoursInMonth = 730n;
const secondsInHour = 3_600n;
const unitsInMicro = secondsInHour * hoursInMonth;
const unitsInUsd = 1_000_000n * unitsInMicro;

/** Returns what a price of micro-dollars for an hour is for a second. */
export const hourly = (micros: bigint): Amount => micros * hoursInMonth;
/** Returns what a price of micro-dollars for a GB and month is for a number of GB and a second. */
export const monthly = (micros: bigint, gb: number): Amount => micros * BigInt(gb);

export const fromUsd = (usd: number): Amount => BigInt(Math.round(usd * 1_000_000)) * unitsInMicro;
/** Returns an amount in dollars, rounded to a billionth. */
export const toUsd = (amount: Amount): number => {
  const billionths = (amount * 1_000_000_000n + (amount < 0n ? -unitsInUsd : unitsInUsd) / 2n) / unitsInUsd;
  return Number(billionths) / 1_000_000_000;
};
/** Returns micro-dollars as dollars. */
export const inUsd = (micros: bigint): number => Number(micros) / 1_000_000;
/** Returns the hourly rate, in dollars, of an amount for a second. */
export const toHourly = (perSecond: Amount): number => toUsd(perSecond * secondsInHour);

/** Micro-dollars for a GB and month: a container disk is gone while its pod rests, a volume then costs twice as much. */
const disks = { container: 100_000n, volume: 100_000n, volumeAtRest: 200_000n } as const;

export const containerDisk = (gb: number): Amount => monthly(disks.container, gb);
export const volumeDisk = (gb: number, isAtRest: boolean): Amount =>
  monthly(isAtRest ? disks.volumeAtRest : disks.volume, gb);

/** Standard storage is cheaper from the first 1,000 GB on. */
export function networkVolume(type: VolumeType, gb: number): Amount {
  if (type === 'HIGH_PERFORMANCE') return monthly(140_000n, gb);
  const first = Math.min(gb, 1_000);
  return monthly(70_000n, first) + monthly(50_000n, gb - first);
}

type GpuPrice = {
  readonly name: string;
  readonly pool: string;
  readonly memory: number;
  readonly micros: bigint;
};

/** The GPU types that can be had: micro-dollars for a GPU and hour. */
export const gpuTypes: ReadonlyMap<string, GpuPrice> = new Map([
  ['NVIDIA GeForce RTX 4090', { name: 'RTX 4090', pool: 'ADA_24', memory: 24, micros: 690_000n }],
  ['NVIDIA L40S', { name: 'L40S', pool: 'ADA_48_PRO', memory: 48, micros: 990_000n }],
  ['NVIDIA A100 80GB PCIe', { name: 'A100 PCIe', pool: 'AMPERE_80', memory: 80, micros: 1_590_000n }],
  ['NVIDIA H100 80GB HBM3', { name: 'H100 SXM', pool: 'HOPPER_80', memory: 80, micros: 3_490_000n }],
]);

/** Micro-dollars for a vCPU and hour. */
export const vcpuMicros = 30_000n;
