import type { Context, Hono } from 'hono';
import type { Told } from '../jobs/overrides/override-outcome.ts';
import { AskBody, carryAsk } from './ask.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { contextMaker } from './data/fleet.ts';
import { fromOurPage, refused } from './guard.ts';
import type { AskAnswer } from './replies.ts';

type Terms = Pick<DashboardOptions, 'access' | 'ledger' | 'snapshots' | 'intervals'>;

/** Adds what the buttons ask for; nothing else changes anything. */
export function addAsking(app: Hono, { access, ledger, snapshots, intervals }: Terms): void {
  const contextOf = contextMaker({ intervals, mayAct: true });
  app.post('/api/ask', ...fromOurPage(access), async (asked) => {
    const ask = AskBody.safeParse(await asked.req.json().catch(() => null));
    if (!ask.success) return refused(asked, 400, 'this is not what a button sends');
    // What the page showed may be old by now: whoever acts, acts on what is.
    const context = contextOf(await snapshots.reread());
    if (context.about.staleBecause !== null) return refused(asked, 503, context.about.staleBecause);
    const told = await ledger((opened) => carryAsk(opened, context, ask.data));
    if (!ask.data.dryRun) await snapshots.reread();
    return replyOf(asked, told);
  });
}

function replyOf(context: Context, told: Told): Response {
  if (told.kind === 'told' || told.kind === 'taken-back') {
    const { says, effective, remarks } = told;
    return context.json({ says, effective, remarks } satisfies AskAnswer);
  }
  return refused(context, told.kind === 'wrong' ? 400 : 409, told.because);
}
