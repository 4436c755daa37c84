/** Returns a function that reports whether a piece of some size still fits. After the first that does not, none does. */
export function withinBudget(budget: number): (size: number) => boolean {
  let left = budget;
  return (size) => {
    left = size > left ? 0 : left - size;
    return left > 0;
  };
}
