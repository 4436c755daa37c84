import * as z from 'zod';

/** The ready-made queries. */
export const Recipe = z.enum(['dcgm', 'nvidia-smi', 'opentelemetry', 'node']);
export type Recipe = z.infer<typeof Recipe>;

/** The kind of figure that a series holds for a machine and a slot. */
export const Figure = z.enum(['gpu', 'own-gpu', 'gpus', 'gpu-memory', 'cpu', 'logins']);
export type Figure = z.infer<typeof Figure>;

/**
 * Custom queries, each with one series for each GPU or machine: CPU in percent, GPU in percent or as a ratio, memory in
 * bytes.
 */
export type OwnQueries = Readonly<Partial<Record<Exclude<Figure, 'own-gpu' | 'gpus'>, string>>>;

export type FleetQuery = {
  /** The label that names a machine, and the label that names its project, if any. */
  readonly machineLabel: string;
  readonly projectLabel: string | null;
  readonly recipes: readonly Recipe[];
  readonly own: OwnQueries;
};

/** The label of the result that holds the kind of figure. */
export const figureLabel = 'spendwatch_figure';

/**
 * The metrics of GPU exporters, and the label that distinguishes the GPUs of a machine. Several series may describe one
 * GPU, such as one for each container or kind of engine.
 */
const gpuMetrics = {
  dcgm: {
    use: 'DCGM_FI_DEV_GPU_UTIL',
    percent: 1,
    memory: 'DCGM_FI_DEV_FB_USED',
    bytes: 1_048_576,
    gpu: 'UUID',
  },
  'nvidia-smi': {
    use: 'nvidia_smi_utilization_gpu_ratio',
    percent: 100,
    memory: 'nvidia_smi_memory_used_bytes',
    bytes: 1,
    gpu: 'uuid',
  },
  opentelemetry: {
    use: 'hw_gpu_utilization_ratio',
    percent: 100,
    memory: 'hw_gpu_memory_usage_bytes',
    bytes: 1,
    gpu: 'hw_id',
  },
} as const;

type Term = readonly [Figure, string];

/** Returns one query for the whole fleet: a series for each machine and figure, in windows of a slot. */
export function fleetQuery({ machineLabel, projectLabel, recipes, own }: FleetQuery): string {
  const by = projectLabel === null ? machineLabel : `${machineLabel}, ${projectLabel}`;
  const terms = [...ownTerms(own, by), ...recipes.flatMap((recipe) => termsOf(recipe, by))];
  return terms
    .map(
      ([figure, expression]) =>
        `label_replace(${expression}, "${figureLabel}", "${figure}", "${machineLabel}", ".*")`,
    )
    .join(' or ');
}

function termsOf(recipe: Recipe, by: string): Term[] {
  if (recipe === 'node')
    return [
      ['cpu', `100 * (1 - avg by (${by}) (rate(node_cpu_seconds_total{mode="idle"}[5m])))`],
      ['logins', `sum by (${by}) (max_over_time(node_logind_sessions{class="user"}[5m]))`],
    ];
  const { use, percent, memory, bytes, gpu } = gpuMetrics[recipe];
  const perGpu = (metric: string) => `max by (${by}, ${gpu}) (max_over_time(${metric}[5m]))`;
  return [
    ['gpu', `${percent} * max by (${by}) (max_over_time(${use}[5m]))`],
    // A GPU without a number, or with the large one of an exporter that cannot measure it, is not known.
    ['gpus', `count by (${by}) (${perGpu(use)} >= 0 <= ${100 / percent})`],
    ['gpu-memory', `${bytes} * sum by (${by}) (${perGpu(memory)})`],
  ];
}

/** Returns a subquery, since an expression cannot have a range of its own. */
const inSlot = (expression: string): string => `max_over_time((${expression})[5m:30s])`;

function ownTerms(own: OwnQueries, by: string): Term[] {
  const terms: Term[] = [];
  if (own.gpu !== undefined) {
    terms.push(['own-gpu', `max by (${by}) (${inSlot(own.gpu)})`]);
    terms.push(['gpus', `count by (${by}) (${inSlot(own.gpu)} >= 0 <= 100)`]);
  }
  if (own['gpu-memory'] !== undefined)
    terms.push(['gpu-memory', `sum by (${by}) (${inSlot(own['gpu-memory'])})`]);
  if (own.cpu !== undefined) terms.push(['cpu', `max by (${by}) (${inSlot(own.cpu)})`]);
  if (own.logins !== undefined) terms.push(['logins', `sum by (${by}) (${inSlot(own.logins)})`]);
  return terms;
}
