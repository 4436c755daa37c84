import { type HourlyPrice, hourlyPrice, sumPrices } from '../../model/money/money.ts';
import { multiplied } from './money/tariff.ts';

/** What a kind of VM offers and what each part of it costs an hour. */
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

/** The machine types on offer. Figures are made up, of the size that such clouds ask. */
export const catalogue: Readonly<Record<string, MachineType>> = {
  'epyc-milan': { ...parts, gpu: null },
  'sapphire-rapids-h100': withGpu('H100 SXM', '2.49'),
  'sapphire-rapids-a100': withGpu('A100 80GB PCIe', '1.35'),
  'sapphire-rapids-l40s': withGpu('L40S', '0.87'),
};

/** A VM's price an hour, and its parts where the catalogue made it. */
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
