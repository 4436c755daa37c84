import { unsupportedFact } from '../../clouds/profile.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import {
  addMoney,
  averagePrice,
  charge,
  chargeToMoney,
  free,
  type HourlyPrice,
  inDollars,
  largerMoney,
  type Money,
  moneyInWords,
  moneyToCharge,
  noMoney,
  priceInWords,
  sumPrices,
  timeToSpend,
} from '../../model/money/money.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { findPeriod } from '../../model/time/period.ts';
import { computeSpan, type Instant, type Span, spanInWords } from '../../model/time/time.ts';
import { atZeroText } from '../../notify/parts/effect-text.ts';
import { type Survey, type SurveyedAccount, seenOf } from './survey.ts';
import { globFor } from './yaml-text.ts';

/** A rule of the file: its comment and its lines. */
export type Block = { readonly why: readonly string[]; readonly lines: readonly string[] };

/** Returns a valid name of a rule that no other one has. */
export type Names = (name: string) => string;

/** The maximum number of budgets for projects, to keep the policy readable. */
const mostBudgets = 10;

/** Returns budgets for the accounts and for the most expensive projects. */
export function budgetBlocks({ at, accounts, projects }: Survey, zone: string, name: Names): Block[] {
  const budget = (kind: 'account' | 'project', id: string, limit: number, because: string): Block => ({
    why: [`${because}. Set it to your planned spend.`],
    lines: [
      `- name: ${name(`${id} budget`)}`,
      `  budget: ${limit} USD a month`,
      `  match: { ${kind}: ${globFor(id)} }`,
      '  at: [80%, 100%]',
      '  forecast: 100%',
    ],
  });
  const ofAccounts = accounts.flatMap((account) => {
    const { id, monthlySpend, spend, burnRate, creditBalance, recharge } = account;
    const isLimited = paysAhead(account) && recharge?.auto !== true;
    const credit = isLimited ? creditBalance : null;
    const figures = { spent: monthlySpend ?? spend?.amount ?? null, rate: burnRate, credit };
    const suggested = suggestLimit(figures, at, zone);
    return suggested === null ? [] : [budget('account', id, suggested.limit, suggested.because)];
  });
  const dear = projects
    .flatMap(({ id, spent, rate }) => {
      const suggested = suggestLimit({ spent, rate }, at, zone);
      return suggested === null ? [] : [{ id, ...suggested }];
    })
    .toSorted((left, right) => inDollars(right.estimate) - inDollars(left.estimate));
  // One account with one project would be told of the same money twice.
  const isOne = ofAccounts.length === 1 && projects.length === 1;
  const ofProjects = (isOne ? [] : dear)
    .slice(0, mostBudgets)
    .map(({ id, limit, because }) => budget('project', id, limit, because));
  const [first, ...others] = ofProjects;
  if (first === undefined || projects.length === 1) return [...ofAccounts, ...ofProjects];
  const each = `Without \`match\`, a budget is the limit of each of ${projects.length} projects; \`shared: true\` makes it one limit for all together.`;
  return [...ofAccounts, { ...first, why: [each, ...first.why] }, ...others];
}

/** Returns rules on the hourly rate: against the platform's limits, and against the usual rate. */
export function rateBlocks({ accounts, projects }: Survey, name: Names): Block[] {
  const blocks: Block[] = [];
  if (accounts.some(({ burnLimit }) => burnLimit !== null))
    blocks.push({
      why: ['Alerts before an account reaches the hourly or monthly spend limit of the platform.'],
      lines: [`- { name: ${name('hourly limit')}, rate: 80% of hourly limit }`],
    });
  if (accounts.some(({ monthlySpendLimit }) => monthlySpendLimit !== null))
    blocks.push({
      why: [],
      lines: [`- { name: ${name('monthly limit')}, rate: 80% of monthly limit }`],
    });
  const rate = sumPrices(projects.map((project) => project.rate));
  blocks.push({
    why: [
      `Alerts when a project costs far more per hour than usual. All projects together: ${priceInWords(rate)} now.`,
    ],
    lines: [`- { name: ${name('unusual spend')}, anomaly: 1.5x, least: 1 USD an hour }`],
  });
  return blocks;
}

/** Returns rules on the credit and state of accounts. */
export function accountBlocks(survey: Survey, name: Names): Block[] {
  const { accounts, unreadAccounts, cloud } = survey;
  if (accounts.length + unreadAccounts.length === 0) return [];
  const credits = [...accounts.filter(paysAhead).map(creditInWords), ...unreadAccounts.map(creditUnknown)];
  const resources = seenOf(survey, ...ResourceKind.options);
  const runway: Block[] =
    credits.length === 0
      ? []
      : [
          {
            why: [...atZeroText(cloud, resources), ...credits],
            lines: [`- { name: ${name('credit')}, runway: [72h, 24h, 6h] }`],
          },
        ];
  const state: Block = {
    why: ['Alerts when an account is suspended, deleted, or otherwise not active.'],
    lines: [`- { name: ${name('account state')}, account-state: active }`],
  };
  return unsupportedFact(cloud, 'the state of accounts') === null ? [...runway, state] : runway;
}

const paysAhead = ({ paymentTerms, creditBalance }: SurveyedAccount): boolean =>
  paymentTerms === 'prepaid' || (paymentTerms === 'unknown' && creditBalance?.gt(noMoney) === true);

const creditUnknown = (id: string): string =>
  `The credit of account ${id} is unknown: spendwatch doctor says what is missing.`;

function creditInWords({ id, creditBalance, burnRate, recharge }: SurveyedAccount): string {
  if (creditBalance === null) return creditUnknown(id);
  const lasts = burnRate === null ? null : timeToSpend(creditBalance, burnRate);
  const runway = lasts === null ? '' : `, a runway of ${spanInWords(lasts)} at the current rate`;
  const auto = recharge?.auto === true ? '; the account is recharged automatically' : '';
  return `Account ${id}: ${moneyInWords(creditBalance)}${runway}${auto}.`;
}

/** Returns rules on the freshness of data, and on the platform's bill. */
export function sightBlocks({ projects, accounts }: Survey, name: Names): Block[] {
  const sight: Block = {
    why: ['Alerts when polls fail for 15 minutes. Without this rule, nobody is notified.'],
    lines: [`- { name: ${name('missing data')}, freshness: 15m }`],
  };
  const isReported =
    projects.some(({ spent }) => spent !== null) || accounts.some(({ spend }) => spend !== null);
  if (!isReported) return [sight];
  const bill: Block = {
    why: ['Alerts when the platform bills more or less than spendwatch accrued.'],
    lines: [`- { name: ${name('billing check')}, reconcile: 5% }`],
  };
  return [sight, bill];
}

type KnownSpend = {
  readonly spent: Money | null;
  readonly rate: HourlyPrice | null;
  /** The rest of credit that nothing recharges: more cannot be spent. */
  readonly credit?: Money | null;
};

type SuggestedLimit = {
  /** Whole US dollars a month. */
  readonly limit: number;
  readonly estimate: Money;
  /** The figures it is based on, for a comment. */
  readonly because: string;
};

/**
 * Suggests a limit 20 % above a month's estimate: the larger of this month at the current rate and a whole month at
 * it, or at the average of the month so far where the current rate is unknown; but no more than what was spent and what credit is left.
 * Returns `null` where the estimate is less than a dollar.
 */
export function suggestLimit(
  { spent, rate, credit = null }: KnownSpend,
  at: Instant,
  zone: string,
): SuggestedLimit | null {
  const month = findPeriod('month', at, zone);
  const price = rate ?? rateOf(spent ?? noMoney, computeSpan(month.from, at));
  const rest = chargeToMoney(charge(price, computeSpan(at, month.until)));
  const estimate = largerMoney(addMoney(spent ?? noMoney, rest), computeMonthCost(price));
  const dollars = inDollars(estimate);
  if (dollars < 1) return null;
  const soFar = spent === null ? '' : `${moneyInWords(spent)} this month so far, `;
  const now = rate === null ? 'the rate is not shown' : `${priceInWords(rate)} now`;
  const limit = rounded(dollars * 1.2);
  const most = credit === null ? null : Math.floor(inDollars(addMoney(spent ?? noMoney, credit)));
  if (credit !== null && most !== null && most >= 1 && most < limit)
    return {
      limit: most,
      estimate,
      because: `${soFar}${now}, ${moneyInWords(credit)} of credit. The limit is what was spent and what credit is left`,
    };
  return { limit, estimate, because: `${soFar}${now}. The limit is 20 % above a month's estimate` };
}

/** Returns the average rate of what was spent in a time: what goes on where the present rate is not shown. */
const rateOf = (spent: Money, over: Span): HourlyPrice =>
  over > 0 ? averagePrice(moneyToCharge(spent), over) : free;

/** Rounds up to two significant digits, such as 1300 or 27. */
function rounded(dollars: number): number {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(dollars)) - 1));
  return Math.ceil(dollars / step) * step;
}
