// Figures of two significant digits, stored as their index in the series 0, 1, 2 ... 99, 100, 110, 120 ... 990,
// 1000, 1100 and so on: steps that grow with the figures take few bits over many sizes.

/** Returns the index of a figure that is `n * unit / scale`; `undefined` for one of more digits, or below zero. */
export function gradeOf(figure: number, unit: number, scale: number): number | undefined {
  let rest = Math.round((figure * scale) / unit);
  if (rest < 0 || !Number.isSafeInteger(rest)) return undefined;
  let zeros = 0;
  for (; rest >= 100; zeros += 1) {
    if (rest % 10 !== 0) return undefined;
    rest /= 10;
  }
  const grade = zeros === 0 ? rest : 100 + (zeros - 1) * 90 + rest - 10;
  return (figureOf(grade) * unit) / scale === figure ? grade : undefined;
}

/** Returns the figure at an index. */
export function figureOf(grade: number): number {
  if (grade < 100) return grade;
  const zeros = Math.floor((grade - 100) / 90) + 1;
  return (((grade - 100) % 90) + 10) * 10 ** zeros;
}
