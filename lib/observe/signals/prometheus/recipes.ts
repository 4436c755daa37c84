import * as z from 'zod';
import { leastMove } from '../../../evidence/memory-moves.ts';

/** The ready-made queries. */
export const Recipe = z.enum(['dcgm', 'nvidia-smi', 'opentelemetry', 'node']);
export type Recipe = z.infer<typeof Recipe>;

/**
 * The kind of figure that a series holds for a machine and a slot. `gpus-moved` is the number of GPUs whose memory moved
 * while they were unused; `frozen` marks a machine whose own clock stood still.
 */
export const RecipeFigure = z.enum(['gpu', 'gpus', 'gpu-memory', 'gpus-moved', 'cpu', 'logins', 'frozen']);
export type RecipeFigure = z.infer<typeof RecipeFigure>;

/** Custom queries, each with one series for each GPU or machine: CPU and GPUs in percent or as a ratio, memory in bytes. */
export type OwnQueries = Readonly<Partial<Record<'gpu' | 'gpu-memory' | 'cpu' | 'logins', string>>>;

/** The units of figures, where people set them; a unit that is not set is decided by the figures of the fleet. */
export type SetUnits = Readonly<Partial<Record<'gpu' | 'cpu', 'percent' | 'ratio'>>>;

export type FleetQuery = {
  /** The label that names a machine, and the label that names its project, if any. */
  readonly machineLabel: string;
  readonly projectLabel: string | null;
  readonly recipes: readonly Recipe[];
  readonly own: OwnQueries;
  readonly units: SetUnits;
};

/** The labels of the result that hold the kind of figure, and the metric whose unit is to be decided. */
export const figureLabel = 'spendwatch_figure';
export const metricLabel = 'spendwatch_metric';

/**
 * The metrics of GPU exporters, and the label that distinguishes the GPUs of a machine. Several series may describe one
 * GPU, such as one for each container or kind of engine.
 */
const gpuMetrics = {
  dcgm: {
    use: 'DCGM_FI_DEV_GPU_UTIL',
    unit: 'percent',
    memory: 'DCGM_FI_DEV_FB_USED',
    bytes: 1_048_576,
    gpu: 'UUID',
    ofWholeGpu: '',
  },
  'nvidia-smi': {
    use: 'nvidia_smi_utilization_gpu_ratio',
    unit: 'ratio',
    memory: 'nvidia_smi_memory_used_bytes',
    bytes: 1,
    gpu: 'uuid',
    ofWholeGpu: '',
  },
  opentelemetry: {
    use: 'hw_gpu_utilization_ratio',
    unit: 'ratio',
    memory: 'hw_gpu_memory_usage_bytes',
    bytes: 1,
    gpu: 'hw_id',
    // The use of one engine, such as the encoder, does not show that the others are unused.
    ofWholeGpu: '{hw_gpu_task=~"|general"}',
  },
} as const;

/** A figure, its expression, and the metric whose unit is to be decided by the figures of the fleet, if any. */
type Term = readonly [figure: RecipeFigure, expression: string, metric?: string | undefined];

/** Returns one query for the whole fleet: a series for each machine and figure, in windows of a slot. */
export function fleetQuery({ machineLabel, projectLabel, recipes, own, units }: FleetQuery): string {
  const by = projectLabel === null ? machineLabel : `${machineLabel}, ${projectLabel}`;
  const terms = [...ownTerms(own, units, by), ...recipes.flatMap((recipe) => buildTerms(recipe, units, by))];
  const labelled = (expression: string, label: string, value: string) =>
    `label_replace(${expression}, "${label}", "${value}", "${machineLabel}", ".*")`;
  return terms
    .map(([figure, expression, metric]) => {
      const labelledFigure = labelled(expression, figureLabel, figure);
      return metric === undefined ? labelledFigure : labelled(labelledFigure, metricLabel, metric);
    })
    .join(' or ');
}

function buildTerms(recipe: Recipe, units: SetUnits, by: string): Term[] {
  if (recipe === 'node')
    return [
      ['cpu', `100 * (1 - avg by (${by}) (rate(node_cpu_seconds_total{mode="idle"}[5m])))`],
      ['logins', `sum by (${by}) (max_over_time(node_logind_sessions{class="user"}[5m]))`],
      ['frozen', frozenClock(by)],
    ];
  const { use, unit, memory, bytes, gpu, ofWholeGpu } = gpuMetrics[recipe];
  const fullUse = getFullUseFigure(units.gpu ?? unit);
  const perGpu = (metric: string) => `max by (${by}, ${gpu}) (max_over_time(${metric}[5m]))`;
  return [
    ['gpu', `${100 / fullUse} * max by (${by}) (max_over_time(${use}[5m]))`, units.gpu ? undefined : recipe],
    // A GPU without a figure, or with the very large one by which exporters mark that they have none, is not counted.
    ['gpus', `count by (${by}) (${perGpu(`${use}${ofWholeGpu}`)} >= 0 <= ${fullUse})`],
    ['gpu-memory', `${bytes} * sum by (${by}) (${perGpu(memory)})`],
    ['gpus-moved', `count by (${by}) (${movedGpus(use, memory, `${by}, ${gpu}`, leastMove / bytes)})`],
  ];
}

/** Returns the figure of a GPU or CPU in full use. */
const getFullUseFigure = (unit: 'percent' | 'ratio'): number => (unit === 'percent' ? 100 : 1);

/** Returns a query for GPUs whose memory moved within two slots in which their use was 0 throughout. */
const movedGpus = (use: string, memory: string, by: string, least: number): string =>
  `max by (${by}) (max_over_time(${memory}[10m]) - min_over_time(${memory}[10m])) >= ${least} and max by (${by}) (max_over_time(${use}[10m])) == 0`;

/** Returns a query for machines whose own clock stood still in several readings, so that their figures are old ones. */
const frozenClock = (by: string): string =>
  `max by (${by}) (changes(node_time_seconds[15m])) == 0 and max by (${by}) (count_over_time(node_time_seconds[15m])) > 1`;

/** Returns a subquery, since an expression cannot have a range of its own. */
const inSlot = (expression: string): string => `max_over_time((${expression})[5m:30s])`;

function ownTerms(own: OwnQueries, units: SetUnits, by: string): Term[] {
  const terms: Term[] = [];
  const inPercent = (figure: 'gpu' | 'cpu', query: string): Term => [
    figure,
    `${units[figure] === 'ratio' ? 100 : 1} * max by (${by}) (${inSlot(query)})`,
    units[figure] ? undefined : 'own',
  ];
  if (own.gpu !== undefined) {
    terms.push(inPercent('gpu', own.gpu));
    terms.push([
      'gpus',
      `count by (${by}) (${inSlot(own.gpu)} >= 0 <= ${getFullUseFigure(units.gpu ?? 'percent')})`,
    ]);
  }
  if (own['gpu-memory'] !== undefined)
    terms.push(['gpu-memory', `sum by (${by}) (${inSlot(own['gpu-memory'])})`]);
  if (own.gpu !== undefined && own['gpu-memory'] !== undefined) {
    // The series of two queries cannot be matched by GPU, so they are compared for the whole machine.
    const [memory, use] = [`sum by (${by}) (${own['gpu-memory']})`, `max by (${by}) (${own.gpu})`];
    const range = (expression: string) => `(${expression})[10m:30s]`;
    const moved = `max_over_time(${range(memory)}) - min_over_time(${range(memory)}) >= ${leastMove}`;
    terms.push(['gpus-moved', `count by (${by}) (${moved} and max_over_time(${range(use)}) == 0)`]);
  }
  if (own.cpu !== undefined) terms.push(inPercent('cpu', own.cpu));
  if (own.logins !== undefined) terms.push(['logins', `sum by (${by}) (${inSlot(own.logins)})`]);
  return terms;
}
