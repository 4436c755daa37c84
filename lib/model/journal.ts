import * as z from 'zod';
import { RuleName, Subject } from './ids.ts';
import { Instant } from './time.ts';

/** One line of the audit log: what was found, decided, said or done, and why. */
export const JournalEntry = z.object({
  /** Made from content: the same event written twice is one line. */
  id: z.string(),
  at: Instant,
  event: z.enum([
    'alert',
    'resolved',
    'said',
    'unsaid',
    'decided',
    'held',
    'asked',
    'confirmed',
    'cancelled',
    'failed',
  ]),
  subject: Subject,
  rule: RuleName,
  because: z.string(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;
