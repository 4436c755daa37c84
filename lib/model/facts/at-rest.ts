/** Returns why a rule is clear for a machine that does not run. */
export const notRunning = (state: string): string => `is not running (${state})`;

/** Returns why an action is not taken on what is in the wanted state. */
export const alreadySo = (state: string): string => `it is ${state} already`;

/** Reports whether a reason says that a machine was found at rest before it was stopped. */
export const saysAtRest = (because: string): boolean =>
  /^is not running \(/.test(because) || /^it is \S+ already$/.test(because);
