import { ResourceKind } from '../../model/facts/resource.ts';
import { kindsInWords } from '../../model/facts/resources-at-risk.ts';
import { free, moneyInWords, priceInWords, sumPrices } from '../../model/money/money.ts';
import { counted } from '../../model/words.ts';
import { getResourceCost } from '../../rules/facts.ts';
import { nameAndId } from '../../views/columns/resource-columns.ts';
import type { Survey, SurveyedAccount } from './survey.ts';
import { seenOf } from './survey.ts';

/** Summarizes a survey in a few lines. */
export function surveyInWords(survey: Survey): string[] {
  const { projects, accounts, unreadAccounts } = survey;
  const rate = sumPrices(projects.map((project) => project.rate));
  const resources = seenOf(survey, ...ResourceKind.options);
  const kinds = kindsInWords(resources, survey.cloud.words) ?? 'no resources';
  const gpus = resources.reduce((total, resource) => total + resource.gpus, 0);
  const models = gpuModelsIn(resources.map(({ gpuModel }) => gpuModel));
  return [
    `${counted(projects.length, 'project')}, ${counted(accounts.length + unreadAccounts.length, 'billing account')}`,
    gpus === 0 ? kinds : `${kinds}; ${counted(gpus, 'GPU')} (${models})`,
    `${priceInWords(rate)} for everything that shows a price`,
    ...accounts.map(accountInWords),
    ...unreadAccounts.map((id) => `account ${id}: its figures could not be read`),
  ];
}

const mostDear = 5;

/** Returns where the money goes: the most expensive resources. */
export function dearestInWords(survey: Survey): string[] {
  const dear = seenOf(survey, ...ResourceKind.options)
    .flatMap((resource) => {
      const rate = getResourceCost(resource);
      return rate?.gt(free) ? [{ name: nameAndId(resource), rate }] : [];
    })
    .toSorted((left, right) => right.rate.comparedTo(left.rate));
  const names = dear.slice(0, mostDear).map(({ name, rate }) => `${name} ${priceInWords(rate)}`);
  return names.length === 0 ? [] : [`most expensive: ${names.join(', ')}`];
}

function accountInWords({
  id,
  monthlySpend,
  spend,
  creditBalance,
  standing,
  state,
}: SurveyedAccount): string {
  const spent = monthlySpend ?? spend?.amount ?? null;
  const parts = [
    spent === null ? null : `${moneyInWords(spent)} this month`,
    creditBalance === null ? null : `${moneyInWords(creditBalance)} of credit`,
    standing === 'active' || standing === 'unspecified' ? null : state,
  ].filter((part) => part !== null);
  return `account ${id}: ${parts.length === 0 ? 'no figures shown' : parts.join(', ')}`;
}

const gpuModelsIn = (models: readonly (string | null)[]): string =>
  [...new Set(models.flatMap((model) => model ?? []))].join(', ') || 'of a model that is not shown';
