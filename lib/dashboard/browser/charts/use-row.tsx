import type { ComponentChildren } from 'preact';
import { useCells } from '../../reply-rows.ts';

const levels = [3, 8, 15, 25, 40, 60, 80] as const;
/** Returns the strength of a cell's colour, 0 to 7: under 10 %, hardly visible. */
const levelOf = (percent: number): number => {
  const level = levels.findIndex((limit) => percent < limit);
  return level === -1 ? levels.length : level;
};

const classOf = (cell: number): string => {
  if (cell === useCells.off) return 'off';
  if (cell === useCells.unknown) return 'unknown';
  if (cell === useCells.absent) return 'absent';
  return `use-${levelOf(cell)}`;
};

const cellWidth = 10;
const height = 20;

/** Returns one path for all cells with the same style, so that a row has few elements, however many hours it has. */
function pathsOf(cells: readonly number[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const [index, cell] of cells.entries()) {
    const name = classOf(cell);
    const inset = name === 'off' ? 1 : 0;
    const [x, y] = [index * cellWidth + 0.5 + inset, inset];
    const [wide, high] = [cellWidth - 1 - 2 * inset, height - 2 * inset];
    paths.set(name, `${paths.get(name) ?? ''}M${x} ${y}h${wide}v${high}h${-wide}z`);
  }
  return paths;
}

const measureOf = (hasGpus: boolean): string => (hasGpus ? 'GPU' : 'CPU');

/** Describes a row of use, for screen readers. */
function inWords({ cells, hasGpus }: Omit<UseRowProps, 'hourOf'>): string {
  const measured = cells.filter((cell) => cell >= 0);
  const count = (kind: number) => cells.filter((cell) => cell === kind).length;
  const parts = [
    measured.length === 0
      ? 'no data'
      : `${measureOf(hasGpus)} peak ${Math.max(...measured)} %, under 10 % in ${measured.filter((cell) => cell < 10).length} of ${measured.length} measured hours`,
    ...(count(useCells.off) > 0 ? [`stopped for ${count(useCells.off)} h`] : []),
    ...(count(useCells.unknown) > 0 ? [`unknown for ${count(useCells.unknown)} h`] : []),
  ];
  return parts.join('; ');
}

type UseRowProps = {
  readonly cells: readonly number[];
  /** True if the cells are the use of its GPUs. */
  readonly hasGpus: boolean;
  readonly hourOf: (index: number) => string;
};

/** Draws use by hour, the newest on the right: pale cells are idle, hatched cells unknown. */
export function UseRow({ cells, hasGpus, hourOf }: UseRowProps) {
  const showHour = (event: MouseEvent & { readonly currentTarget: SVGSVGElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.min(cells.length - 1, Math.floor(((event.clientX - left) / width) * cells.length));
    const title = event.currentTarget.querySelector('title');
    if (title !== null)
      title.textContent = `${hourOf(index)}: ${cellInWords(cells[index], measureOf(hasGpus))}`;
  };
  return (
    <svg
      class="use"
      viewBox={`0 0 ${cells.length * cellWidth} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={inWords({ cells, hasGpus })}
      onMouseMove={showHour}
    >
      <title />
      {[...pathsOf(cells)].map(([name, path]) => (
        <path key={name} class={name} d={path} />
      ))}
    </svg>
  );
}

function cellInWords(cell: number | undefined, measure: string): string {
  if (cell === undefined || cell === useCells.unknown) return 'unknown';
  if (cell === useCells.off) return 'stopped';
  if (cell === useCells.absent) return 'did not exist';
  return `${cell} % ${measure}`;
}

/** Defines the hatching that all rows use. */
export function Hatching() {
  return (
    <svg width="0" height="0" aria-hidden="true" class="defs">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.3" height="5" class="hatch-line" />
        </pattern>
      </defs>
    </svg>
  );
}

const scale = [0, 2, 4, 5, 7] as const;

export function UseScale() {
  return (
    <p class="scale">
      <span>
        idle
        <svg viewBox="0 0 70 12" width="70" height="12" aria-hidden="true">
          {scale.map((level, index) => (
            <rect key={level} class={`use-${level}`} x={index * 14} width="13" height="12" />
          ))}
        </svg>
        busy
      </span>
      <Sample means="unknown">
        <rect class="unknown" width="14" height="12" />
      </Sample>
      <Sample means="stopped">
        <rect class="off" x="1" y="1" width="12" height="10" />
      </Sample>
    </p>
  );
}

/** Shows what a mark of a chart means. */
export function Sample({
  means,
  children,
}: {
  readonly means: string;
  readonly children: ComponentChildren;
}) {
  return (
    <span>
      <svg class="use" viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
        {children}
      </svg>
      {means}
    </span>
  );
}
