import type { Context, Hono } from 'hono';
import type { OverrideOutcome } from '../jobs/overrides/override-outcome.ts';
import { carryAsk } from './ask.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { contextMaker } from './data/fleet.ts';
import { fromOurPage, refused } from './guard.ts';
import { Ask, type AskAnswer } from './replies.ts';

type Terms = Pick<DashboardOptions, 'access' | 'ledger' | 'snapshots'>;

/** Adds the route of the buttons, the only one that changes anything. */
export function addAsking(app: Hono, { access, ledger, snapshots }: Terms): void {
  const contextOf = contextMaker(true);
  app.post('/api/ask', ...fromOurPage(access), async (asked) => {
    const ask = Ask.safeParse(await asked.req.json().catch(() => null));
    if (!ask.success) return refused(asked, 400, 'invalid request body');
    // The page's data may be old: a change is checked against the current state.
    const context = contextOf(await snapshots.reread());
    if (context.about.staleBecause !== null) return refused(asked, 503, context.about.staleBecause);
    const outcome = await ledger((opened) => carryAsk(opened, context, ask.data));
    if (!ask.data.dryRun) await snapshots.reread();
    return replyOf(asked, outcome);
  });
}

function replyOf(context: Context, outcome: OverrideOutcome): Response {
  if (outcome.kind === 'placed' || outcome.kind === 'revoked') {
    const { says, effective, remarks } = outcome;
    return context.json({ says, effective, remarks } satisfies AskAnswer);
  }
  return refused(context, outcome.kind === 'wrong' ? 400 : 409, outcome.because);
}
