import type { ProjectId } from '../../../model/ids.ts';
import { earliest, type Instant, readInstant } from '../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { projectSpendReply, spendDetailsReply, spendRowReply } from '../../replies/spend.ts';
import { billOf } from '../../world/money/billing.ts';
import { Refusal } from '../../world/refusal.ts';
import { type BilledMonth, billedMonths, monthBill, reportedUntil } from '../../world/report.ts';
import { theAccount, type WorldState } from '../../world/world-state.ts';
import { badRequest } from '../api-error.ts';
import { list, type Route, single } from '../route.ts';

export const spendRoutes = {
  /** The running month is the last of them. */
  listProjectSpend: list(cloud.listProjectSpend, (world, { id }) => {
    const state = world.state();
    return billedMonths(state, id).map((month) => projectSpendReply(state, id, month));
  }),
  getCurrentSpend: single(cloud.getCurrentSpend, (world, { id }) => {
    const state = world.state();
    return projectSpendReply(
      state,
      id,
      monthIn(state, id, () => true),
    );
  }),
  getSpendDetails: single(cloud.getSpendDetails, (world, { projectId, spendId }) => {
    const state = world.state();
    const month = monthIn(state, projectId, ({ uid }) => uid === spendId);
    return spendDetailsReply(monthBill(state, projectId, month));
  }),
  listAccountSpend: list(cloud.listAccountSpend, (world, { billingAccountId, startTime, endTime }) => {
    const state = world.state();
    theAccount(state, billingAccountId);
    const from = timeIn('startTime', startTime);
    const until = timeIn('endTime', endTime);
    if (until < from) throw badRequest([{ field: 'endTime', description: 'must not be before startTime' }]);
    const metered = earliest(until, reportedUntil(state.at));
    return billOf(state, from, metered, { account: billingAccountId }).lines.map(spendRowReply);
  }),
} as const satisfies Record<string, Route>;

/** The last of a project's months that is meant. */
function monthIn(
  state: WorldState,
  project: ProjectId,
  isMeant: (month: BilledMonth) => boolean,
): BilledMonth {
  const month = billedMonths(state, project).findLast(isMeant);
  if (!month) throw new Refusal('not-found', `project ${project} has no such spend`);
  return month;
}

/** As the platform does, takes nothing less than date, time and offset. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function timeIn(field: string, text: string): Instant {
  const at = rfc3339.test(text) ? readInstant(text) : undefined;
  if (at === undefined) throw badRequest([{ field, description: 'must be an RFC 3339 time' }]);
  return at;
}
