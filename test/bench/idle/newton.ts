/** A row of figures, without the constant, whether what is asked about came true, and as how many rows it counts. */
export type Row = { readonly terms: readonly number[]; readonly isTrue: boolean; readonly count: number };

/** The weight of the penalty on the weights, as if so many rows told against each. */
const ridge = 1;
const mostSteps = 50;

/** Fits a logistic regression by Newton's method: the constant first, then a weight for each term. */
export function fitLogistic(rows: readonly Row[]): readonly number[] {
  const width = (rows[0]?.terms.length ?? 0) + 1;
  let weights: readonly number[] = new Array<number>(width).fill(0);
  for (let step = 0; step < mostSteps; step += 1) {
    const by = solve(...slopeOf(rows, weights));
    weights = weights.map((weight, index) => weight + (by[index] ?? 0));
    if (Math.max(...by.map(Math.abs)) < 1e-9) return weights;
  }
  throw new Error('the fit does not settle');
}

/** Returns the matrix of second derivatives of the likelihood, negated, and its gradient. */
function slopeOf(rows: readonly Row[], weights: readonly number[]): [number[][], number[]] {
  const width = weights.length;
  const matrix = weights.map((_, index) =>
    weights.map((_, other): number => (index === other && index > 0 ? ridge : 0)),
  );
  const gradient = weights.map((weight, index) => (index > 0 ? -ridge * weight : 0));
  const figures = new Array<number>(width).fill(1);
  for (const { terms, isTrue, count } of rows) {
    for (let index = 1; index < width; index += 1) figures[index] = terms[index - 1] ?? 0;
    const sum = figures.reduce((total, figure, index) => total + figure * (weights[index] ?? 0), 0);
    const chance = 1 / (1 + Math.exp(-sum));
    const weight = count * chance * (1 - chance);
    for (let index = 0; index < width; index += 1) {
      const figure = figures[index] ?? 0;
      gradient[index] = (gradient[index] ?? 0) + count * figure * ((isTrue ? 1 : 0) - chance);
      const line = matrix[index] ?? [];
      for (let other = 0; other < width; other += 1)
        line[other] = (line[other] ?? 0) + weight * figure * (figures[other] ?? 0);
    }
  }
  return [matrix, gradient];
}

/** Solves a system of linear equations by elimination with the largest pivot first. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, index) => [...line, right[index] ?? 0]);
  for (let column = 0; column < lines.length; column += 1) {
    const rest = lines.slice(column);
    const pivot = rest.reduce((best, line) =>
      Math.abs(line[column] ?? 0) > Math.abs(best[column] ?? 0) ? line : best,
    );
    lines.splice(lines.indexOf(pivot), 1);
    lines.splice(column, 0, pivot);
    for (const line of lines) {
      if (line === pivot) continue;
      const factor = (line[column] ?? 0) / (pivot[column] ?? 1);
      for (let index = column; index < line.length; index += 1)
        line[index] = (line[index] ?? 0) - factor * (pivot[index] ?? 0);
    }
  }
  return lines.map((line, index) => (line.at(-1) ?? 0) / (line[index] ?? 1));
}
