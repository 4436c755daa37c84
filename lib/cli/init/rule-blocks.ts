import { isCommitted } from '../../model/facts/commitment.ts';
import { unknownGpus } from '../../model/facts/usage.ts';
import {
  inDollars,
  moneyInWords,
  noMoney,
  priceInWords,
  sumPrices,
  timeToSpend,
} from '../../model/money/money.ts';
import { spanInWords } from '../../model/time/time.ts';
import { capitalized, someOf } from '../../model/words.ts';
import { atZeroText, effectText } from '../../notify/parts/effect-text.ts';
import { suggestLimit } from './suggest-limit.ts';
import { type Survey, type SurveyedAccount, seenOf } from './survey.ts';
import { globFor } from './yaml-text.ts';

/** A rule of the file: its comment and its lines. */
export type Block = { readonly why: readonly string[]; readonly lines: readonly string[] };

type Names = (wanted: string) => string;

/** The maximum number of budgets for projects, to keep the policy readable. */
const mostBudgets = 10;

/** Returns budgets for the accounts and for the most expensive projects. */
export function budgetBlocks({ at, accounts, projects }: Survey, zone: string, name: Names): Block[] {
  const budget = (kind: 'account' | 'project', id: string, limit: number, because: string): Block => ({
    why: [`${because}. The limit is 20 % above a month's estimate. Set it to your planned spend.`],
    lines: [
      `- name: ${name(`${kind} ${id}`)}`,
      `  budget: ${limit} USD a month`,
      `  match: { ${kind}: ${globFor(id)} }`,
      '  at: [80%, 100%]',
      '  forecast: 100%',
    ],
  });
  const ofAccounts = accounts.flatMap(({ id, monthlySpend, spend, burnRate }) => {
    const known = { spent: monthlySpend ?? spend?.amount ?? null, rate: burnRate };
    const suggested = suggestLimit(known, at, zone);
    return suggested === null ? [] : [budget('account', id, suggested.limit, suggested.because)];
  });
  const dear = projects
    .flatMap(({ id, spent, rate }) => {
      const suggested = suggestLimit({ spent, rate }, at, zone);
      return suggested === null ? [] : [{ id, ...suggested }];
    })
    .toSorted((left, right) => inDollars(right.estimate) - inDollars(left.estimate));
  const ofProjects = dear
    .slice(0, mostBudgets)
    .map(({ id, limit, because }) => budget('project', id, limit, because));
  return [...ofAccounts, ...ofProjects];
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
export function accountBlocks({ accounts, cloud }: Survey, name: Names): Block[] {
  if (accounts.length === 0) return [];
  const prepaid = accounts.filter(paysAhead);
  const runway: Block[] =
    prepaid.length === 0
      ? []
      : [
          {
            why: [...atZeroText(cloud), ...prepaid.map(creditInWords)],
            lines: [`- { name: ${name('credit')}, runway: [72h, 24h, 6h] }`],
          },
        ];
  const state: Block = {
    why: ['Alerts when an account is suspended, deleted, or otherwise not active.'],
    lines: [`- { name: ${name('account state')}, account-state: active }`],
  };
  return [...runway, state];
}

const paysAhead = ({ paymentTerms, creditBalance }: SurveyedAccount): boolean =>
  paymentTerms === 'prepaid' || (paymentTerms === 'unknown' && creditBalance?.gt(noMoney) === true);

function creditInWords({ id, creditBalance, burnRate, recharge }: SurveyedAccount): string {
  const credit = creditBalance ?? noMoney;
  const lasts = burnRate === null ? null : timeToSpend(credit, burnRate);
  const runway = lasts === null ? '' : `, a runway of ${spanInWords(lasts)} at the current rate`;
  const auto = recharge?.auto === true ? '; it is recharged automatically' : '';
  return `Account ${id}: ${moneyInWords(credit)}${runway}${auto}.`;
}

/** Returns rules on the freshness of data, and on the platform's bill. */
export function sightBlocks({ projects, accounts }: Survey, name: Names): Block[] {
  const sight: Block = {
    why: ['Alerts when polls fail for 15 minutes. Without this rule nobody is notified of that.'],
    lines: [`- { name: ${name('sight')}, freshness: 15m }`],
  };
  const isReported =
    projects.some(({ spent }) => spent !== null) || accounts.some(({ spend }) => spend !== null);
  if (!isReported) return [sight];
  const bill: Block = {
    why: ['Alerts when the platform bills something else than spendwatch accrued.'],
    lines: [`- { name: ${name('the bill')}, reconcile: 5% }`],
  };
  return [sight, bill];
}

const learns = [
  'VMs that are unlikely to be used in the next 8 hours, judged by the past of each; by 12 idle hours on the first day.',
  'docs/idle.md says how often that is wrong.',
];
const fixed = [
  'VMs that were idle for 12 hours. No usage samples could be read, without which no VM counts as idle.',
];

/** Returns rules on idle machines and unused resources. */
export function resourceBlocks(survey: Survey, name: Names): Block[] {
  const blocks: Block[] = [];
  const vms = seenOf(survey, 'vm');
  const withGpus = vms.filter(({ gpus }) => gpus > 0);
  if (vms.some(({ gpus }) => gpus === 0)) {
    const names = someOf(withGpus.map(({ id }) => id));
    const excluded = `${names} cannot be judged: ${unknownGpus(true).because}. ${capitalized(unknownGpus(true).remedy)}.`;
    blocks.push({
      why: [
        ...(survey.hasSamples ? learns : fixed),
        ...(withGpus.length > 0 ? [excluded] : []),
        ['Nothing is stopped under mode: observe.', ...effectText(survey.cloud, 'stop', 'vm')].join(' '),
      ],
      lines: [
        `- name: ${name('forgotten machines')}`,
        ...(survey.hasSamples ? ['  idle: learned', '  risk: 5%', '  until-known: 12h'] : ['  idle: 12h']),
        '  match: { gpus: 0 }',
        '  then:',
        '    - stop: after 1h # from the delivery of the announcement',
        '    # Deletion ends the charge. Remove the # to image and delete stopped VMs.',
        '    # - image: after 7d # if it stayed stopped',
        '    # - { terminate: after 8d, approve: required } # if the image is ready and a person approves',
      ],
    });
  }
  blocks.push({
    why: [
      'Resources that are billed but not used: stopped VMs, detached disks, failed resources, old images.',
    ],
    lines: [`- { name: ${name('leftovers')}, waste: all, after: 24h }`],
  });
  const committed = survey.projects.flatMap(({ resources }) =>
    resources.filter((resource) => isCommitted(resource, survey.at) || resource.expiresAt !== null),
  );
  if (committed.length > 0)
    blocks.push({
      why: [`Alerts before a commitment ends or a VM expires; ${committed.length} found.`],
      lines: [`- { name: ${name('commitments')}, commitment: [30d, 7d, 1d] }`],
    });
  if (withGpus.length > 0) {
    const models = [...new Set(withGpus.flatMap(({ gpuModel }) => gpuModel ?? []))];
    blocks.push({
      why: [
        'VMs with GPUs can be reviewed by age instead. Remove the # to be alerted.',
        ...models.map(
          (model) =>
            `- { name: ${name(`old ${model}`)}, lifetime: 7d, match: { kind: vm, gpu-model: ${globFor(model)} } }`,
        ),
      ],
      lines: [],
    });
  }
  return blocks;
}
