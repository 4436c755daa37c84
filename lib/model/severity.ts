import * as z from 'zod';

export const Severity = z.enum(['info', 'warning', 'critical']);
export type Severity = z.infer<typeof Severity>;

/** Compares two severities; positive when the left one is higher. */
export const compareSeverity = (left: Severity, right: Severity): number =>
  Severity.options.indexOf(left) - Severity.options.indexOf(right);

export const higherSeverity = (left: Severity, right: Severity): Severity =>
  compareSeverity(left, right) > 0 ? left : right;
