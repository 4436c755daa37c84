import { groupByKey } from '../../../model/grouped-by.ts';
import type { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { moneyToCharge, noCharge } from '../../../model/money/money.ts';
import type { ReportedPast, ReportedPeriod } from '../../../model/past-spend.ts';
import { findPeriod, type Interval, type Period } from '../../../model/time/period.ts';
import { isoInstant, later, minutes, seconds } from '../../../model/time/time.ts';
import type { PollOrder } from '../../cloud.ts';
import { type Answer, askList, withRequestTerms } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { openReading, usualBounds } from '../../http/reading.ts';
import { listAccountSpend } from '../contract/billing-accounts.ts';
import { type RowSum, sumOfProject, sumOfRows } from '../facts/spend-in-rows.ts';
import type { WireSpendRow } from '../wire/spend.ts';

/** The account whose past spend is read, or one of its projects. */
export type PastSpendScope = {
  readonly account: BillingAccountId | null;
  readonly project: ProjectId | null;
};
type AccountScope = PastSpendScope & { readonly account: BillingAccountId };

/**
 * Reads the due periods of an account's or project's spend, oldest first, up to the first one that is not answered; `null`
 * if none is due.
 */
export type PastSpendReader = (scope: PastSpendScope, order: Terms) => Promise<ReportedPast | null>;
type Terms = Pick<PollOrder, 'plan' | 'at' | 'zone' | 'unsupportedLife'>;

/** The most periods that one run asks for, over all accounts: a tenth of the default request budget of a poll. */
const mostAsked = 300;
/** The time that the requests of one account may be in flight in a run, so that the first poll is not delayed. */
const patience = seconds(20);
/** The wait after a failure, so that a lasting one does not cost every poll its time. */
const pause = minutes(15);
/** The bounds for checking whether a month has any row: far less than a month of a large account. */
const glance = { bounds: { ...usualBounds, bytes: 5_000_000, records: 20_000 }, patience: seconds(5) };

/**
 * Reads the rows of each account and period once per run, one period after another. Rows carry no time, so each hour or day
 * is one request, except in a month without rows. Whatever exceeds the limits of a run is left to the next one.
 */
export function createPastSpendReader(cloud: CloudClient): PastSpendReader {
  const clouds = new Map<BillingAccountId, CloudClient>();
  const answers = new Map<string, Promise<Answer<Sums>>>();
  let requestCount = 0;

  function getOrCreateCloud(account: BillingAccountId): CloudClient {
    const terms = () => ({ asker: { patience }, reading: openReading('poll') });
    const reader = clouds.get(account) ?? withRequestTerms(cloud, terms());
    clouds.set(account, reader);
    return reader;
  }

  /** Returns the sums of an interval; `null` once this run may send no more requests. */
  function readSums(
    account: BillingAccountId,
    { from, until }: Interval,
    reader = getOrCreateCloud(account),
  ): Promise<Answer<Sums>> | null {
    const startTime = isoInstant(from);
    const endTime = isoInstant(until);
    const name = `${account} ${startTime} ${endTime}`;
    const cached = answers.get(name);
    if (cached !== undefined) return cached;
    if (requestCount >= mostAsked) return null;
    requestCount += 1;
    const input = { billingAccountId: account, startTime, endTime };
    const answer = askList(reader, listAccountSpend, input).then(sumSpendRows);
    answers.set(name, answer);
    return answer;
  }

  /** Reports whether a project, or an account, has no row at all in a month, by one request. */
  async function isEmpty({ account, project }: AccountScope, [first, ...others]: readonly Period[]) {
    const last = others.at(-1);
    if (first === undefined || last === undefined) return false;
    const terms = { asker: { patience: glance.patience }, reading: openReading('list', glance.bounds) };
    const answer = await readSums(
      account,
      { from: first.from, until: last.until },
      withRequestTerms(cloud, terms),
    );
    if (answer?.kind !== 'answered') return false;
    const { byProject, unattributed } = answer.value;
    const hasRows = project === null ? byProject.size > 0 : byProject.has(project);
    return !hasRows && unattributed !== null && unattributed.leftOut === undefined;
  }

  async function read(
    scope: AccountScope,
    { plan, at, zone, unsupportedLife }: Terms,
  ): Promise<ReportedPast> {
    const periods: ReportedPeriod[] = [];
    // A month without rows takes one request.
    for (const month of groupByKey(
      plan.pastSpend,
      ({ from }) => findPeriod('month', from, zone).from,
    ).values()) {
      if (await isEmpty(scope, month)) {
        periods.push(...month.map((period) => ({ period, charge: noCharge, isWhole: true })));
        continue;
      }
      for (const period of month) {
        const answer = await readSums(scope.account, period);
        if (answer === null || (answer.kind === 'failed' && periods.length > 0))
          return { periods, gap: null };
        if (answer.kind !== 'answered') {
          const isUnsupported = answer.kind === 'absent';
          const until = later(at, isUnsupported ? unsupportedLife : pause);
          return { periods, gap: { because: answer.because, isUnsupported, until } };
        }
        const { whole, byProject, unattributed } = answer.value;
        const sum = scope.project === null ? whole : (byProject.get(scope.project) ?? unattributed);
        const charge = sum === null ? noCharge : moneyToCharge(sum.amount);
        periods.push({ period, charge, isWhole: sum !== null && sum.leftOut === undefined });
      }
    }
    return { periods, gap: null };
  }

  return async ({ account, project }, order) => {
    if (order.plan.pastSpend.length === 0) return null;
    if (account !== null) return read({ account, project }, order);
    const because = 'the platform does not report the account of the project';
    return {
      periods: [],
      gap: { because, isUnsupported: true, until: later(order.at, order.unsupportedLife) },
    };
  };
}

/** The sums of a period's rows: of all rows, of each project with rows, and for a project without rows of its own. */
type Sums = {
  readonly whole: RowSum;
  readonly byProject: ReadonlyMap<string, RowSum>;
  readonly unattributed: RowSum;
};

function sumSpendRows(answer: Answer<readonly WireSpendRow[]>): Answer<Sums> {
  if (answer.kind !== 'answered') return answer;
  const { value: rows, flaws } = answer;
  const byProject = groupByKey(rows, ({ projectId }) => projectId || '');
  const unattributedRows = byProject.get('') ?? [];
  const sums = [...byProject].map(
    ([project, projectRows]) =>
      [project, sumOfProject([...projectRows, ...unattributedRows], flaws, project)] as const,
  );
  const value = {
    whole: sumOfRows(rows, flaws),
    byProject: new Map(sums),
    unattributed: sumOfProject(unattributedRows, flaws, ''),
  };
  return { ...answer, value };
}
