import type { Hono } from 'hono';
import type * as z from 'zod';
import { subjectNamer } from '../jobs/overrides/subject-namer.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { budgetCurve } from './data/budget-curve.ts';
import { creditCurve } from './data/credit-curve.ts';
import { contextMaker, type FleetViews, pageOf } from './data/fleet.ts';
import { hourlyUse } from './data/hourly-use.ts';
import { inventoryReply } from './data/inventory.ts';
import { overrideRow } from './data/override-row.ts';
import { overviewOf } from './data/overview.ts';
import { actionRow, alertRow } from './data/rows.ts';
import { spendHistory } from './data/spend-history.ts';
import { spendSeries } from './data/spend-series.ts';
import { subjectPage } from './data/subject-page.ts';
import { unwatchedReply } from './data/unwatched.ts';
import { pointsReply, useReply } from './data/use-reply.ts';
import { refused } from './guard.ts';
import {
  BudgetQuery,
  CreditQuery,
  ListQuery,
  PageQuery,
  PointsQuery,
  SpendQuery,
  SubjectQuery,
  UseQuery,
} from './queries.ts';
import type { Alerts } from './replies.ts';

/** Adds the read-only routes. */
export function addReadRoutes(
  app: Hono,
  { ledger, snapshots, mayAct }: Pick<DashboardOptions, 'ledger' | 'snapshots' | 'mayAct'>,
): void {
  const contextOf = contextMaker(mayAct);
  const history = spendHistory();
  const use = hourlyUse();

  function answer<Query>(
    path: string,
    form: z.ZodType<Query>,
    replyTo: (context: FleetViews, query: Query) => object | null | Promise<object | null>,
  ): void {
    app.get(path, async (context) => {
      const query = form.safeParse(context.req.query());
      if (!query.success) return refused(context, 400, 'invalid query parameters');
      const reply = await replyTo(contextOf(await snapshots.current()), query.data);
      if (reply === null) return refused(context, 404, 'no project, account or resource has that name');
      return context.json(reply);
    });
  }

  answer('/api/overview', PageQuery, overviewOf);
  answer('/api/inventory', ListQuery, inventoryReply);
  answer('/api/alerts', PageQuery, alertsReply);
  answer('/api/unwatched', PageQuery, unwatchedReply);
  answer('/api/spend', SpendQuery, (context, query) =>
    ledger((opened) => spendSeries(history, opened, context, query)),
  );
  answer('/api/use', UseQuery, (context, query) => ledger((opened) => useReply(use, opened, context, query)));
  answer('/api/points', PointsQuery, (context, query) =>
    ledger((opened) => pointsReply(opened, context, query)),
  );
  answer('/api/credit', CreditQuery, (context, query) =>
    ledger((opened) => creditCurve(opened, context, query)),
  );
  answer('/api/budget', BudgetQuery, (context, query) =>
    ledger((opened) => budgetCurve(history, opened, context, query)),
  );
  answer('/api/subject', SubjectQuery, (context, { name }) =>
    ledger((opened) => subjectPage(opened, context, name)),
  );
}

/** Lists the alerts that match, the planned actions and the overrides. */
function alertsReply(context: FleetViews, { page, state, find }: PageQuery): Alerts {
  const { alerts, waiting } = context.status();
  const named = subjectNamer(context.snapshot.heads);
  const words = find.toLowerCase().split(/\s+/);
  const fitting = alerts.filter(({ alert, name = '', state: is }) => {
    if (state === 'now' && is === 'resolved') return false;
    const text = `${alert.subject} ${name} ${alert.rule} ${alert.severity} ${alert.kind}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    ...pageOf(context, fitting, page, alertRow),
    actions: waiting.slice(0, mostActions).map(actionRow),
    actionCount: waiting.length,
    overrides: context.snapshot.overrides
      .slice(-mostOverrides)
      .map((override) => overrideRow(override, named)),
  };
}

/** The maximum number of rows on the page; the commands list all. */
const mostActions = 100;
const mostOverrides = 200;
