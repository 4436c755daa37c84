import * as z from 'zod';
import { assertNever } from '../assert-never.ts';

/** The period that a spend limit applies to, in the policy's time zone. */
export const BudgetPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('day') }),
  /** The day that a week starts on; 1 is Monday. */
  z.strictObject({ kind: z.literal('week'), startsOn: z.number().int() }),
  /** The day that a month starts on, which every month has: 1 to 28. */
  z.strictObject({ kind: z.literal('month'), startsOn: z.number().int() }),
  /** The last `days` days, including today. */
  z.strictObject({ kind: z.literal('rolling'), days: z.number().int() }),
]);

export type BudgetPeriod = z.infer<typeof BudgetPeriod>;

/** Returns a text that is the same for equal periods. */
export function nameOfPeriod(period: BudgetPeriod): string {
  switch (period.kind) {
    case 'day':
      return period.kind;
    case 'week':
    case 'month':
      return `${period.kind} ${period.startsOn}`;
    case 'rolling':
      return `${period.kind} ${period.days}`;
    default:
      return assertNever(period);
  }
}
