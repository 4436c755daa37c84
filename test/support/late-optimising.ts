/**
 * Flags of V8 by which machine code is made at once, and optimised ten times as late as usual: by then a function has met
 * most shapes of its values. Else two fifths of the processor's time of a simulation go into optimising the same functions
 * again and again. Later versions of Node refuse the second flag, and were not measured.
 */
export const lateOptimising: readonly string[] = process.version.startsWith('v20.')
  ? ['--always-sparkplug', '--interrupt-budget=1300000']
  : [];
