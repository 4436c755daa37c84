import type { Context, Hono } from 'hono';
import type { Told } from '../jobs/overrides/override-outcome.ts';
import { AskBody, carryAsk } from './ask.ts';
import type { DashboardOptions } from './dashboard-app.ts';
import { sceneMaker } from './data/fleet.ts';
import { fromOurPage, refused } from './guard.ts';
import type { AskAnswer } from './replies.ts';

type Terms = Pick<DashboardOptions, 'access' | 'ledger' | 'snapshots' | 'intervals'>;

/** Adds what the buttons ask for; nothing else changes anything. */
export function addAsking(app: Hono, { access, ledger, snapshots, intervals }: Terms): void {
  const sceneOf = sceneMaker({ intervals, mayAct: true });
  app.post('/api/ask', ...fromOurPage(access), async (context) => {
    const ask = AskBody.safeParse(await context.req.json().catch(() => null));
    if (!ask.success) return refused(context, 400, 'this is not what a button sends');
    // What the page showed may be old by now: whoever acts, acts on what is.
    const scene = sceneOf(await snapshots.reread());
    if (scene.about.staleBecause !== null) return refused(context, 503, scene.about.staleBecause);
    const told = await ledger((opened) => carryAsk(opened, scene, ask.data));
    if (!ask.data.dryRun) await snapshots.reread();
    return replyOf(context, told);
  });
}

function replyOf(context: Context, told: Told): Response {
  if (told.kind === 'told' || told.kind === 'taken-back') {
    const { says, effective, remarks } = told;
    return context.json({ says, effective, remarks } satisfies AskAnswer);
  }
  return refused(context, told.kind === 'wrong' ? 400 : 409, told.because);
}
