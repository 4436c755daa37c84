import { type HourlyPrice, hourlyPrice, sumPrices } from '../../../model/money/money.ts';
import { multiplied } from './money/tariff.ts';

/** A kind of VM: its GPUs, and the hourly price of each part. */
export type MachineType = {
  readonly gpu: { readonly model: string; readonly modelId: string; readonly price: HourlyPrice } | null;
  readonly vcpu: HourlyPrice;
  readonly memoryGib: HourlyPrice;
  readonly storageGib: HourlyPrice;
};

const parts = {
  vcpu: hourlyPrice('0.0042'),
  memoryGib: hourlyPrice('0.0033'),
  storageGib: hourlyPrice('0.00012'),
};
const withGpu = (model: string, price: string): MachineType => ({
  ...parts,
  gpu: { model, modelId: model.toLowerCase().replaceAll(' ', '-'), price: hourlyPrice(price) },
});

/** The machine types on offer. Figures are made up, in the range of such clouds. */
export const catalogue: Readonly<Record<string, MachineType>> = {
  'epyc-milan': { ...parts, gpu: null },
  'sapphire-rapids-h100': withGpu('H100 SXM', '2.49'),
  'sapphire-rapids-a100': withGpu('A100 80GB PCIe', '1.35'),
  'sapphire-rapids-l40s': withGpu('L40S', '0.87'),
};

/** A VM's hourly price, and its parts if the catalogue set it. */
export type VmPrice = {
  readonly total: HourlyPrice;
  readonly parts: Readonly<Record<'vcpu' | 'memory' | 'gpu' | 'storage', HourlyPrice>> | null;
};

export type Size = {
  readonly vcpus: number;
  readonly memoryGib: number;
  readonly gpus: number;
  readonly bootDiskGib: number;
};

export function priceOf(
  type: MachineType,
  size: Size,
): VmPrice & { readonly parts: NonNullable<VmPrice['parts']> } {
  const priced = {
    vcpu: multiplied(type.vcpu, size.vcpus),
    memory: multiplied(type.memoryGib, size.memoryGib),
    gpu: multiplied(type.gpu?.price ?? hourlyPrice('0'), size.gpus),
    storage: multiplied(type.storageGib, size.bootDiskGib),
  };
  return { total: sumPrices(Object.values(priced)), parts: priced };
}

/** A kind of bare-metal machine and its hourly price. */
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

/** The machine types of single machines and clusters. Names and figures are made up, in the range of such clouds. */
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

/** A public image. */
export type PublicImage = { readonly id: string; readonly name: string; readonly sizeGib: number };

const images: readonly PublicImage[] = [
  { id: 'ubuntu-2404', name: 'Ubuntu 24.04', sizeGib: 10 },
  { id: 'ubuntu-2204', name: 'Ubuntu 22.04', sizeGib: 10 },
  { id: 'ubuntu-2404-nvidia-550-docker', name: 'Ubuntu 24.04, NVIDIA 550, Docker', sizeGib: 40 },
  { id: 'debian-12', name: 'Debian 12', sizeGib: 10 },
  { id: 'rocky-linux-9', name: 'Rocky Linux 9', sizeGib: 10 },
];
export const publicImages: ReadonlyMap<string, PublicImage> = new Map(
  images.map((image) => [image.id, image]),
);

/** The hourly price of a GiB of storage, in every data center. Figures are made up, in the range of such clouds. */
export const diskGibPriceHr = '0.0001';
export const objectStorageGibPriceHr = '0.00003';
/** The hourly price of a public address. */
export const ipv4PriceHr = '0.005';
