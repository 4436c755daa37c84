import type { Hono, Context as Request } from 'hono';
import { answer } from '../jobs/overrides/answer.ts';
import { keep } from '../jobs/overrides/keep.ts';
import { order } from '../jobs/overrides/order.ts';
import type { OverrideOutcome, OverrideRequest } from '../jobs/overrides/override-outcome.ts';
import { pause } from '../jobs/overrides/pause.ts';
import { revoke } from '../jobs/overrides/revoke.ts';
import { silence } from '../jobs/overrides/silence.ts';
import { assertNever } from '../model/assert-never.ts';
import { hours, later, readSpan } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import type { Claim } from '../state/override.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { contextMaker, type FleetViews } from './data/fleet.ts';
import { fromOurPage, refused } from './guard.ts';
import { type AskAnswer, PageActionRequest } from './replies.ts';

/** The duration when the request contains none. */
const usualTime = hours(4);

/** Executes a request, like the command of the same name. @throws LedgerError */
async function carryAsk(
  ledger: Ledger,
  { snapshot }: Pick<FleetViews, 'snapshot'>,
  ask: PageActionRequest,
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
      return order(ledger, { ...request, action: asked.what, asked: asked.subject, erases: asked.erases });
    case 'revoke':
      return revoke(ledger, { ...request, asked: asked.id });
    default:
      return assertNever(asked);
  }
}

/** Returns the claim of a request; empty fields are left out. */
const claimIn = ({ owner, purpose }: Extract<PageActionRequest['asked'], { what: 'keep' }>): Claim => ({
  owner: owner?.trim() || undefined,
  purpose: purpose?.trim() || undefined,
});

const wrongTime = (written: string | null): OverrideOutcome => ({
  kind: 'wrong',
  field: 'until',
  because: `invalid duration "${written}": use a form such as 4h or 7d`,
});

type Terms = Pick<DashboardOptions, 'access' | 'ledger' | 'snapshots'>;

/** Adds the route of the buttons, the only one that changes anything. */
export function addOverrideRoutes(app: Hono, { access, ledger, snapshots }: Terms): void {
  const contextOf = contextMaker(true);
  app.post('/api/ask', ...fromOurPage(access), async (asked) => {
    const ask = PageActionRequest.safeParse(await asked.req.json().catch(() => null));
    if (!ask.success) return refused(asked, 400, 'invalid request body');
    // The page's data may be old: a change is checked against the current state.
    const context = contextOf(await snapshots.reread());
    if (context.about.staleBecause !== null) return refused(asked, 503, context.about.staleBecause);
    const outcome = await ledger((opened) => carryAsk(opened, context, ask.data));
    if (!ask.data.dryRun) await snapshots.reread();
    return replyOf(asked, outcome);
  });
}

function replyOf(request: Request, outcome: OverrideOutcome): Response {
  if (outcome.kind === 'placed' || outcome.kind === 'revoked') {
    const { says, effective, remarks, override } = outcome;
    const erases = override.kind === 'order' ? override.erases : undefined;
    return request.json({ says, effective, remarks, erases } satisfies AskAnswer);
  }
  return refused(request, outcome.kind === 'wrong' ? 400 : 409, outcome.because);
}
