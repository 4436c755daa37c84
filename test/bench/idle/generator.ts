/** A linear congruential generator, so that each run draws the same. */
export function generator(): () => number {
  let state = 20_110_303;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
