import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';

/** What a kind of machine is and costs an hour. */
export type MetalType = {
  readonly cpuModel: string;
  readonly cpuCores: number;
  readonly cpuSpeedMhz: number;
  readonly memoryGib: number;
  readonly disks: number;
  readonly diskSizeGib: number;
  readonly gpus: number;
  readonly gpuModelId: string | null;
  readonly price: HourlyPrice;
};

const epyc = { cpuModel: 'AMD EPYC 9534', cpuSpeedMhz: 2_450, disks: 2, diskSizeGib: 3_840 };
const xeon = { cpuModel: 'Intel Xeon Platinum 8480', cpuSpeedMhz: 2_000, disks: 4, diskSizeGib: 7_680 };

/** Of machines by themselves and in clusters. Names and figures are made up, of the kind that such clouds have. */
export const metalTypes: ReadonlyMap<string, MetalType> = new Map([
  [
    'bare-metal-epyc',
    { ...epyc, cpuCores: 64, memoryGib: 512, gpus: 0, gpuModelId: null, price: hourlyPrice('2.1') },
  ],
  [
    'bare-metal-h100',
    { ...xeon, cpuCores: 112, memoryGib: 2_048, gpus: 8, gpuModelId: 'h100-sxm', price: hourlyPrice('21.6') },
  ],
  [
    'bare-metal-a100',
    {
      ...epyc,
      cpuCores: 128,
      memoryGib: 1_024,
      gpus: 8,
      gpuModelId: 'a100-80gb-pcie',
      price: hourlyPrice('11.2'),
    },
  ],
]);

export const operatingSystems: ReadonlySet<string> = new Set([
  'ubuntu-24-04',
  'ubuntu-22-04',
  'debian-12',
  'rocky-linux-9',
]);
