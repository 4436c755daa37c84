import * as z from 'zod';
import { answer } from '../jobs/overrides/answer.ts';
import { keep } from '../jobs/overrides/keep.ts';
import { order } from '../jobs/overrides/order.ts';
import type { OverrideOutcome, OverrideRequest } from '../jobs/overrides/override-outcome.ts';
import { pause } from '../jobs/overrides/pause.ts';
import { revoke } from '../jobs/overrides/revoke.ts';
import { silence } from '../jobs/overrides/silence.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Claim } from '../model/override.ts';
import { hours, later, readSpan } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import type { Context } from './data/fleet.ts';
import type { Ask } from './replies.ts';

const text = z.string().max(2_000);
const Asked = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('keep'),
    subject: text,
    owner: text.optional(),
    purpose: text.optional(),
  }),
  z.strictObject({ what: z.enum(['approve', 'deny']), subject: text, rule: text, announcement: text }),
  z.strictObject({ what: z.literal('silence'), rule: text, subject: text }),
  z.strictObject({ what: z.literal('pause'), subject: text.nullable() }),
  z.strictObject({ what: z.enum(['stop', 'start']), subject: text }),
  z.strictObject({ what: z.literal('revoke'), id: text }),
]);

/** The schema of a button's request. */
export const AskBody: z.ZodType<Ask> = z.strictObject({
  asked: Asked,
  author: text,
  reason: text,
  for: text.nullable(),
  dryRun: z.boolean(),
});

/** The duration when the request contains none. */
const usualTime = hours(4);

/** Executes a request, like the command of the same name. @throws LedgerError */
export async function carryAsk(
  ledger: Ledger,
  { snapshot }: Pick<Context, 'snapshot'>,
  ask: Ask,
): Promise<OverrideOutcome> {
  const { asked, author, reason, dryRun } = ask;
  const { now, policy, intervals } = snapshot;
  const length = ask.for === null ? usualTime : readSpan(ask.for);
  if (length === undefined) return wrongTime(ask.for);
  const request: OverrideRequest = {
    author,
    reason,
    now,
    policy,
    pollEvery: intervals.pollEvery,
    dryRun,
  };
  const until = later(now, length);
  switch (asked.what) {
    case 'keep':
      return keep(ledger, { ...request, ...claimIn(asked), asked: asked.subject, until });
    case 'silence':
      return silence(ledger, { ...request, asked: `${asked.rule}/${asked.subject}`, until });
    case 'pause':
      return pause(ledger, { ...request, asked: asked.subject ?? '*', until });
    case 'approve':
    case 'deny': {
      const { subject, rule, announcement } = asked;
      const verdict = asked.what === 'approve' ? 'approved' : 'denied';
      return answer(ledger, { ...request, verdict, asked: subject, rule, announcement });
    }
    case 'stop':
    case 'start':
      return order(ledger, { ...request, action: asked.what, asked: asked.subject });
    case 'revoke':
      return revoke(ledger, { ...request, asked: asked.id });
    default:
      return assertNever(asked);
  }
}

/** Returns the claim of a request; empty fields are left out. */
const claimIn = ({ owner, purpose }: Extract<Ask['asked'], { what: 'keep' }>): Claim => ({
  owner: owner?.trim() || undefined,
  purpose: purpose?.trim() || undefined,
});

const wrongTime = (written: string | null): OverrideOutcome => ({
  kind: 'wrong',
  field: 'until',
  because: `invalid duration "${written}": use a form such as 4h or 7d`,
});
