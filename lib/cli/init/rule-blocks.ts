import { isCommitted } from '../../model/facts/commitment.ts';
import {
  addPrices,
  free,
  inDollars,
  moneyInWords,
  noMoney,
  priceInWords,
  timeToSpend,
} from '../../model/money/money.ts';
import { spanInWords } from '../../model/time/time.ts';
import { suggestLimit } from './suggest-limit.ts';
import type { Survey, SurveyedAccount } from './survey.ts';
import { seenOf } from './survey.ts';
import { globFor } from './yaml-text.ts';

/** A rule of the file: why it is there, and its lines. */
export type Block = { readonly why: readonly string[]; readonly lines: readonly string[] };

type Names = (wanted: string) => string;

/** More than these make a policy that nobody reads. */
const mostBudgets = 10;

/** Budgets of accounts, and of the projects that cost most. */
export function budgetBlocks({ at, accounts, projects }: Survey, zone: string, name: Names): Block[] {
  const budget = (kind: 'account' | 'project', id: string, limit: number, because: string): Block => ({
    why: [`${because}: a fifth above what a month comes to. Set what you mean to spend.`],
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

/** How fast money goes: against the platform's own limits, and against what is usual. */
export function rateBlocks({ accounts, projects }: Survey, name: Names): Block[] {
  const blocks: Block[] = [];
  if (accounts.some(({ burnLimit }) => burnLimit !== null))
    blocks.push({
      why: [
        'The platform lets an account spend only so much an hour, and a month; told before that is reached.',
      ],
      lines: [`- { name: ${name('hourly limit')}, rate: 80% of hourly limit }`],
    });
  if (accounts.some(({ monthlySpendLimit }) => monthlySpendLimit !== null))
    blocks.push({
      why: [],
      lines: [`- { name: ${name('monthly limit')}, rate: 80% of monthly limit }`],
    });
  const rate = projects.reduce((total, project) => addPrices(total, project.rate), free);
  blocks.push({
    why: [
      `A project that costs far more an hour than it usually does. All together: ${priceInWords(rate)} now.`,
    ],
    lines: [`- { name: ${name('unusual spend')}, anomaly: 1.5x, least: 1 USD an hour }`],
  });
  return blocks;
}

/** What can happen to a whole account. */
export function accountBlocks({ accounts }: Survey, name: Names): Block[] {
  if (accounts.length === 0) return [];
  const prepaid = accounts.filter(paysAhead);
  const runway: Block[] =
    prepaid.length === 0
      ? []
      : [
          {
            why: [
              'When credit ends the platform deletes everything, disks included.',
              ...prepaid.map(creditInWords),
            ],
            lines: [`- { name: ${name('credit')}, runway: [72h, 24h, 6h] }`],
          },
        ];
  const state: Block = {
    why: ['Suspended, deleted, or anything else that is not active.'],
    lines: [`- { name: ${name('account state')}, account-state: active }`],
  };
  return [...runway, state];
}

const paysAhead = ({ paymentTerms, creditBalance }: SurveyedAccount): boolean =>
  paymentTerms === null || !/invoice/i.test(paymentTerms)
    ? creditBalance?.gt(noMoney) === true || /prepaid/i.test(paymentTerms ?? '')
    : false;

function creditInWords({ id, creditBalance, burnRate, recharge }: SurveyedAccount): string {
  const credit = creditBalance ?? noMoney;
  const lasts = burnRate === null ? null : timeToSpend(credit, burnRate);
  const howLong = lasts === null ? '' : `, which lasts ${spanInWords(lasts)} at the present rate`;
  const auto = recharge?.auto === true ? '; it is recharged automatically' : '';
  return `Account ${id}: ${moneyInWords(credit)}${howLong}${auto}.`;
}

/** Whether all this can be seen, and whether the platform bills what is seen. */
export function sightBlocks({ projects, accounts }: Survey, name: Names): Block[] {
  const sight: Block = {
    why: ['Whether all this can be seen at all; without this rule nobody is told when it cannot.'],
    lines: [`- { name: ${name('sight')}, freshness: 15m }`],
  };
  const isReported =
    projects.some(({ spent }) => spent !== null) || accounts.some(({ spend }) => spend !== null);
  if (!isReported) return [sight];
  const bill: Block = {
    why: ['Whether the platform bills what spendwatch sees.'],
    lines: [`- { name: ${name('the bill')}, reconcile: 5% }`],
  };
  return [sight, bill];
}

/** What is left running, or lying about. */
export function resourceBlocks(found: Survey, name: Names): Block[] {
  const blocks: Block[] = [];
  const vms = seenOf(found, 'vm');
  const withGpus = vms.filter(({ gpus }) => gpus > 0);
  if (vms.some(({ gpus }) => gpus === 0)) {
    const which = withGpus.length === 1 ? 'The one VM' : `The ${withGpus.length} VMs`;
    const spared = `${which} with GPUs left out: the platform gives no GPU figure, and a busy one can look idle.`;
    blocks.push({
      why: [
        'VMs that were quiet for twelve hours. docs/idle.md says why twelve.',
        ...(withGpus.length > 0 ? [spared] : []),
        'Under mode: observe nothing is stopped. A stopped VM is billed in full all the same.',
      ],
      lines: [
        `- name: ${name('forgotten machines')}`,
        '  idle: 12h',
        '  match: { gpus: 0 }',
        '  then:',
        '    - stop: after 1h # the hour begins when the announcement was delivered',
        '    # Only deleting ends the charge; take away the # for that to come in the end.',
        '    # - image: after 7d # at rest, and nobody started it',
        '    # - { terminate: after 8d, approve: required } # if the image is ready and a person says yes',
      ],
    });
  }
  blocks.push({
    why: ['What is billed and used by nobody: stopped VMs, loose disks, failed resources, old images.'],
    lines: [`- { name: ${name('leftovers')}, waste: all, after: 24h }`],
  });
  const committed = found.projects.flatMap(({ resources }) =>
    resources.filter((resource) => isCommitted(resource, found.at) || resource.expiresAt !== null),
  );
  if (committed.length > 0)
    blocks.push({
      why: [`Before a commitment ends or a VM expires; ${committed.length} found.`],
      lines: [`- { name: ${name('commitments')}, commitment: [30d, 7d, 1d] }`],
    });
  if (withGpus.length > 0) {
    const models = [...new Set(withGpus.flatMap(({ gpuModel }) => gpuModel ?? []))];
    blocks.push({
      why: [
        'Whether somebody still needs VMs with GPUs can be asked by their age; take away the # to be told.',
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
