import { coverageOfAll } from '../../jobs/queries/coverage-of-all.ts';
import { readSavings } from '../../jobs/queries/read-savings.ts';
import { kindsInWords } from '../../model/facts/resources-at-risk.ts';
import { toTarget } from '../../model/ids.ts';
import { addCharged, type ChargeWithEstimate, nothingCharged } from '../../model/money/charged.ts';
import { coverageInWords, watchedInWords } from '../../model/money/coverage.ts';
import { chargeToMoney, lessPrice } from '../../model/money/money.ts';
import { sumOfShares, type Tags } from '../../model/money/share.ts';
import { shownName } from '../../model/subject.ts';
import { beginOneMonth, findPeriod } from '../../model/time/period.ts';
import type { Ledger } from '../../record/ledger.ts';
import { dearestFirst } from '../../rules/facts.ts';
import type { Head } from '../../state/head.ts';
import { sumSpare } from '../../views/spare.ts';
import { getKnownSpend } from '../../views/status.ts';
import type { TargetDetails, WhoRows } from '../reply-rows.ts';
import { chargedFigure, moneyFigure, priceFigure } from './figures.ts';
import { type FleetViews, projectsOf } from './fleet.ts';
import { accountRow, budgetRows, projectRows, resourceRows, spareRow } from './rows.ts';

type Reader = Pick<Ledger, 'journal' | 'meters'>;

/** The number of rows of each list on the page. */
const limits = { projects: 20, machines: 10, names: 8 } as const;

/** Returns the figures of a project, an account or a group. */
export async function targetDetails(ledger: Reader, context: FleetViews, head: Head): Promise<TargetDetails> {
  const { snapshot } = context;
  const status = context.status();
  const members = projectsOf(snapshot.heads, head.target);
  const targets = new Set(members.map(({ target }) => target));
  const own = status.targets.find(({ target }) => target.id === head.target);
  const month = own?.month ?? null;
  const spent = month && getKnownSpend(month);
  const fleet = context.fleet().filter((row) => targets.has(row.target));
  const dearest = fleet.toSorted(dearestFirst);
  const of = toTarget(head.target);
  const project = of.kind === 'project' ? shownName(of.id) : null;
  const projects = project !== null ? [] : status.targets.filter(({ target }) => targets.has(target.id));
  return {
    project,
    burn: own?.burnRate == null ? null : priceFigure(own.burnRate, own.estimatedRate),
    inProjects:
      own?.burnRate && own.unpricedRate ? priceFigure(lessPrice(own.burnRate, own.unpricedRate)) : null,
    month: spent && moneyFigure(spent, own?.month.estimated),
    monthCovers: month?.coverage == null ? null : coverageInWords(month.coverage),
    account: own?.target.kind === 'account' ? accountRow(own, snapshot.now) : null,
    budgets: budgetsOver(head, members, context).map(budgetRows(context.reading)),
    projects: projectRows(projects, fleet, context.reading).slice(0, limits.projects),
    projectCount: projects.length,
    machines: project !== null ? dearest.slice(0, limits.machines).map(resourceRows(context.reading)) : [],
    resourceCount: fleet.length,
    resources: kindsInWords(fleet.map(({ resource }) => resource)),
    who: whoSpent(members, context),
    spare: spareRow(sumSpare(members, snapshot)),
    savings: project !== null ? await savingsOfMonth(ledger, context, head) : null,
  };
}

/** Returns the budgets of a target, of its projects, and of the groups that include one of them. */
function budgetsOver(head: Head, members: readonly Head[], { snapshot: { heads }, status }: FleetViews) {
  const targets = [head, ...members].map(({ target }) => target);
  const groups = heads.filter(
    ({ observation }) =>
      observation?.kind === 'group' && observation.members.some((member) => targets.includes(member)),
  );
  const limited = new Set<string>([...targets, ...groups.map(({ target }) => target)]);
  return status().budgets.filter(({ subject }) => limited.has(subject));
}

/** Returns the savings in a project this month, and the monitored part of the month. */
async function savingsOfMonth(
  ledger: Reader,
  { snapshot: { heads, now, policy } }: FleetViews,
  head: Head,
): Promise<TargetDetails['savings']> {
  const { from } = findPeriod('month', now, policy.timezone);
  const interval = { from, until: now };
  const [{ totals }, coverage] = await Promise.all([
    readSavings(ledger, {
      heads: [head, ...heads.filter(({ target }) => toTarget(target).kind === 'account')],
      interval,
      now,
    }),
    coverageOfAll(ledger, [head], interval, { now, zone: policy.timezone }),
  ]);
  const guessed = <Sum>(sum: Sum): Sum | undefined => (totals.isEstimate ? sum : undefined);
  return {
    avoided: priceFigure(totals.avoided, guessed(totals.avoided)),
    avoidedSince: moneyFigure(totals.avoidedSince, guessed(totals.avoidedSince)),
    notSaved: moneyFigure(totals.notSaved, guessed(totals.notSaved)),
    watched: watchedInWords(coverage),
  };
}

/** Adds up this month's measured charges by creator, and by each metadata key that the policy attributes spend to. */
function whoSpent(projects: readonly Head[], { snapshot: { policy, now } }: FleetViews): WhoRows[] {
  const { from } = findPeriod('month', now, policy.timezone);
  const shares = projects.flatMap(({ meters }) =>
    meters !== null && beginOneMonth(meters.month.period.from, from) ? meters.month.shares : [],
  );
  const reported = sumOfShares(shares.filter(({ tags }) => tags.kind === 'reported'));
  const measured = shares.filter(({ tags }) => tags.kind !== 'reported');
  const by = (title: string, nameOf: (tags: Tags) => string | null): WhoRows => {
    const sums = new Map<string | null, ChargeWithEstimate>();
    for (const share of measured) {
      const name = nameOf(share.tags);
      sums.set(name, addCharged(sums.get(name) ?? nothingCharged, share));
    }
    const rows = [...sums].sort(([, left], [, right]) => right.charge.cmp(left.charge));
    return {
      title,
      rows: rows.slice(0, limits.names).map(([name, own]) => ({ name, spent: chargedFigure(own) })),
      others: Math.max(0, rows.length - limits.names),
      before: reported.isZero() ? null : moneyFigure(chargeToMoney(reported)),
    };
  };
  return [
    by('creator', ({ createdBy }) => createdBy),
    ...policy.attribute.map((key) => by(key, ({ metadata }) => metadata?.[key] ?? null)),
  ].filter(({ rows }) => rows.some(({ name }) => name !== null));
}
