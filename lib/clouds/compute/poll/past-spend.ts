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

/** The account, or one of its projects, whose past spend is read. */
export type PastSpendScope = {
  readonly account: BillingAccountId | null;
  readonly project: ProjectId | null;
};
type KnownPastOf = PastSpendScope & { readonly account: BillingAccountId };

/** Reads the due periods of the spend of an account, or of a project in it, in order until one is not answered. */
export type PastSpendReader = (of: PastSpendScope, order: Terms) => Promise<ReportedPast | null>;
type Terms = Pick<PollOrder, 'plan' | 'at' | 'zone' | 'unsupportedLife'>;

/** The most periods that one run asks for, over all accounts: a tenth of the default request budget of a poll. */
const mostAsked = 300;
/** The time that the requests of one account may be in flight in a run, so that the first poll is not delayed. */
const patience = seconds(20);
/** The wait after a failure: a lasting one must not take its time from every poll. */
const pause = minutes(15);
/** The bounds for checking whether a month has any row: far less than a month of a large account. */
const glance = { bounds: { ...usualBounds, bytes: 5_000_000, records: 20_000 }, patience: seconds(5) };

/**
 * Reads the rows of each account and period once per run, one after the other. Rows carry no time, so each hour or
 * day is one request, except in a month without rows. What exceeds the bounds of a run is left to the next one.
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

  /** Returns the sums of an interval; `null` when this run may ask for no more. */
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
  async function isEmpty({ account, project }: KnownPastOf, [first, ...others]: readonly Period[]) {
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

  async function read(of: KnownPastOf, { plan, at, zone, unsupportedLife }: Terms): Promise<ReportedPast> {
    const periods: ReportedPeriod[] = [];
    // Each calendar month by itself.
    for (const month of groupByKey(
      plan.pastSpend,
      ({ from }) => findPeriod('month', from, zone).from,
    ).values()) {
      if (await isEmpty(of, month)) {
        periods.push(...month.map((period) => ({ period, charge: noCharge, isWhole: true })));
        continue;
      }
      for (const period of month) {
        const answer = await readSums(of.account, period);
        if (answer === null || (answer.kind === 'failed' && periods.length > 0))
          return { periods, gap: null };
        if (answer.kind !== 'answered') {
          const isUnsupported = answer.kind === 'absent';
          const until = later(at, isUnsupported ? unsupportedLife : pause);
          return { periods, gap: { because: answer.because, isUnsupported, until } };
        }
        const { whole, byProject, unattributed } = answer.value;
        const sum = of.project === null ? whole : (byProject.get(of.project) ?? unattributed);
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

/** The sums of a period's rows: of all, of each project, and for a project without rows. */
type Sums = {
  readonly whole: RowSum;
  readonly byProject: ReadonlyMap<string, RowSum>;
  readonly unattributed: RowSum;
};

function sumSpendRows(answer: Answer<readonly WireSpendRow[]>): Answer<Sums> {
  if (answer.kind !== 'answered') return answer;
  const { value: rows, flaws } = answer;
  const byProject = groupByKey(rows, ({ projectId }) => projectId || '');
  const ofNobody = byProject.get('') ?? [];
  const sums = [...byProject].map(
    ([project, own]) => [project, sumOfProject([...own, ...ofNobody], flaws, project)] as const,
  );
  const value = {
    whole: sumOfRows(rows, flaws),
    byProject: new Map(sums),
    unattributed: sumOfProject(ofNobody, flaws, ''),
  };
  return { ...answer, value };
}
