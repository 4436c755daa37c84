import * as z from 'zod';

export const Severity = z.enum(['info', 'warning', 'critical']);
export type Severity = z.infer<typeof Severity>;

/** Above zero when the left is the worse of the two. */
export const compareSeverity = (left: Severity, right: Severity): number =>
  Severity.options.indexOf(left) - Severity.options.indexOf(right);
