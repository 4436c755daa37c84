/** Returns the reason why a rule is clear for a VM that does not run. */
export const notRunning = (state: string): string => `is not running (${state})`;

/** Returns the reason why no action is taken on a resource that is in the wanted state already. */
export const alreadySo = (state: string): string => `it is ${state} already`;

/** Reports whether a reason, as `notRunning` or `alreadySo` writes it, says that a resource does not run. */
export const saysAtRest = (because: string): boolean =>
  /^is not running \(/.test(because) || /^it is \S+ already$/.test(because);
