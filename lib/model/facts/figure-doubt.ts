import * as z from 'zod';

/**
 * The reason why a figure does not count. `no-value`: its source marked it as absent, or no machine can have it.
 * `unit`: it may be a percentage or a ratio. `divided`: it is a fraction of a percent of GPU use, which GPUs measure
 * in whole percents. `frozen`: the clock of its machine stood still. `memory`: the memory of a GPU moved while its use
 * was 0.
 */
export const FigureDoubt = z.enum(['no-value', 'unit', 'divided', 'frozen', 'memory']);
export type FigureDoubt = z.infer<typeof FigureDoubt>;

const reasons = {
  'no-value': 'its source sent marks of absence, or figures that no machine can have',
  unit: 'no figure of its metric was ever over 1, so these may be percentages or ratios: set SPENDWATCH_PROMETHEUS_GPU_UNIT or SPENDWATCH_PROMETHEUS_CPU_UNIT to percent or ratio',
  divided:
    'GPU use of less than 1 %, which GPUs measure in whole percents: find what divides it, such as a processor of a Collector',
  frozen: 'its readings are old: the clock of the machine in them stood still',
  memory: 'the memory of a GPU moved while its use was 0 %: restart the exporter, which seems broken',
} as const satisfies Record<FigureDoubt, string>;

export const doubtInWords = (doubt: FigureDoubt): string => reasons[doubt];
