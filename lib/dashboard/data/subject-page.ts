import type { CloudProfile } from '../../clouds/profile.ts';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { findCommonCloud } from '../../decide/group.ts';
import { findResource } from '../../decide/subjects.ts';
import { getOverrideScope, isCovered } from '../../jobs/overrides/scope.ts';
import { subjectNamer } from '../../jobs/overrides/subject-namer.ts';
import { explainSubject } from '../../jobs/queries/explain-subject.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import { type Cost, type Resource, sizeInWords } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { type Money, moneyInWords } from '../../model/money/money.ts';
import type { LastPayment, NextInvoice } from '../../model/money/spend.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Instant } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import type { Ledger } from '../../record/ledger.ts';
import { computeTotalCost } from '../../rules/facts.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { Head } from '../../state/head.ts';
import type { Decision } from '../../state/intent.ts';
import type { ResourceView } from '../../views/inventory.ts';
import type { SubjectPage } from '../replies.ts';
import { priceFigure } from './figures.ts';
import type { FleetViews } from './fleet.ts';
import { overrideRow } from './override-row.ts';
import { actionRow, alertRow, resourceRows } from './rows.ts';
import { targetDetails } from './target-details.ts';

/** The most alerts, and planned actions, that a page lists: those of a project include those of its resources. */
const mostRows = 6;

/** Returns the properties of one target or resource and each rule's findings; `null` when there is no such subject. */
export async function subjectPage(
  ledger: Pick<Ledger, 'samplings' | 'use' | 'meters' | 'journal'>,
  context: FleetViews,
  name: string,
): Promise<SubjectPage | null> {
  const { snapshot, about, status } = context;
  const { heads, overrides } = snapshot;
  const reader = {
    heads: async () => heads,
    overrides: async () => overrides,
    samplings: ledger.samplings.bind(ledger),
    use: ledger.use.bind(ledger),
    meters: ledger.meters.bind(ledger),
  };
  const answer = await explainSubject(reader, { ...snapshot, asked: name });
  if (answer.kind !== 'explained') return null;
  const { subject, explanations } = answer;
  const row = context.fleet().find((candidate) => candidate.subject === subject) ?? null;
  const head = heads.find(({ target }) => target === subjectParts(subject).target);
  const resource = head && findResource(head, subject);
  const isPlace = subject.valueOf() === head?.target;
  const isAbout = (item: { readonly subject: Subject }) =>
    item.subject === subject || (isPlace && subjectParts(item.subject).target === head.target);
  const alerts = status().alerts.filter(({ alert }) => isAbout(alert));
  const actions = status().waiting.filter(isAbout);
  return {
    ...about,
    subject,
    facts: factsAbout(head, resource, row),
    target: isPlace ? await targetDetails(ledger, context, head) : null,
    resource: row && resourceRows(context.reading)(row),
    protectedBecause: row?.protectedBecause ?? null,
    seen: explanations[0]?.facts.slice(0, 1) ?? [],
    rules: explanations.map(({ rule, verdicts, silentBecause, decisions }) => ({
      rule: rule.name,
      kind: rule.kind,
      verdicts: verdicts.map(({ kind, because }) => ({ kind, because })),
      silentBecause,
      decisions: decisions.map((decision) => decisionInWords(decision, verdicts)),
    })),
    alerts: alerts.slice(0, mostRows).map(alertRow),
    actions: actions.slice(0, mostRows).map(actionRow),
    more: Math.max(0, alerts.length - mostRows) + Math.max(0, actions.length - mostRows),
    overrides: overrides
      .filter((override) => isCovered(getOverrideScope(override), subject, resource))
      .map((override) => overrideRow(override, subjectNamer(heads))),
  };
}

const decisionWords: Readonly<Partial<Record<Decision['kind'], string>>> = {
  nothing: 'no action',
  notify: 'alert',
};

/** Returns a decision, with its reason unless that is the finding, which stands beside it. */
function decisionInWords({ kind, because }: Decision, verdicts: readonly Verdict[]): string {
  const reason = verdicts.reduce(
    (text, { because: found }) => text.replace(`; ${found}`, '').replace(`: ${found}`, '').replace(found, ''),
    because,
  );
  const what = decisionWords[kind] ?? kind;
  return reason === '' ? what : `${what}: ${reason}`;
}

function factsAbout(
  head: Head | undefined,
  resource: Resource | undefined,
  row: ResourceView | null,
): SubjectPage['facts'] {
  if (head === undefined) return [];
  if (resource !== undefined)
    return factsOf(
      resource,
      computeTotalCost(resource, head.observation),
      row,
      getCloudProfile(findCommonCloud([head])),
    );
  return head.observation?.kind === 'account' ? joinUnreported(accountFacts(head.observation)) : [];
}

function factsOf(
  resource: Resource,
  { price, isEstimate }: Cost,
  view: ResourceView | null,
  cloud: CloudProfile | null,
): SubjectPage['facts'] {
  const { vcpus, gpus, dataCenter, sizeGib, usedGib, metadata } = resource;
  const fact = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  const moment = (name: string, at: Instant | null) => (at === null ? [] : [{ name, at }]);
  return [
    ...fact(
      'Price',
      price === null ? 'not reported by the platform' : priceFigure(price, isEstimate && price).text,
    ),
    ...fact('Cores', vcpus > 0 ? String(vcpus) : null),
    ...fact('GPUs', gpus > 0 ? sizeInWords(resource) : null),
    ...fact('Size', sizeGib === null ? null : `${sizeGib} GiB`),
    ...fact('Used', usedGib === null ? null : `${usedGib} GiB`),
    ...fact('Owner', view?.owner ?? null),
    ...fact('Purpose', view?.purpose ?? null),
    ...fact('Data center', dataCenter),
    ...moment('Created', resource.createdAt),
    ...(resource.committedUntil === 'unknown'
      ? fact('Committed until', 'not shown by the platform; counts as committed')
      : moment('Committed until', resource.committedUntil)),
    ...moment('Expires (then deleted by the platform)', resource.expiresAt),
    ...moment('Last seen', resource.seenAt),
    ...Object.entries(metadata ?? {}).flatMap(([key, value]) =>
      key === 'name' ? [] : [{ name: cloud?.metadataWords[key] ?? `metadata ${key}`, value }],
    ),
  ];
}

const untold = 'not reported by the platform';
const sumOf = (amount: Money | null): string => (amount === null ? untold : moneyInWords(amount));

const failureOf = ({ failedSince, failedBecause }: LastPayment): string =>
  failedSince === null ? '' : failedBecause === undefined ? ', failed' : `, failed: ${failedBecause}`;

/** Returns the facts that are known, and the names of all others in one. */
function joinUnreported(facts: SubjectPage['facts']): SubjectPage['facts'] {
  const unknown = facts.filter((fact) => 'value' in fact && fact.value === untold);
  const names = unknown.map(({ name }) => name.replace(/, as reported$/, '').toLowerCase());
  return [
    ...facts.filter((fact) => !unknown.includes(fact)),
    ...(names.length === 0 ? [] : [{ name: capitalized(untold), value: names.join(', ') }]),
  ];
}

/** Lists the platform's report of an account: its credit, recharge, limits, invoices and payments. */
function accountFacts(account: AccountObservation): SubjectPage['facts'] {
  const { state, paymentTerms, creditBalance, recharge, overdue, payment, at } = account;
  const { monthlySpend, monthlySpendLimit, nextInvoice } = account;
  const limit = monthlySpendLimit === null ? '' : ` of ${moneyInWords(monthlySpendLimit)} allowed`;
  return [
    { name: 'State', value: state },
    { name: 'Payment terms', value: paymentTerms === 'unknown' ? untold : paymentTerms },
    { name: 'Credit, as reported', value: sumOf(creditBalance) },
    {
      name: 'Automatic recharge',
      value:
        recharge === null
          ? untold
          : recharge.auto
            ? `to ${moneyInWords(recharge.high)} when under ${moneyInWords(recharge.low)}`
            : 'off',
    },
    { name: 'This month, as reported', value: `${sumOf(monthlySpend)}${limit}` },
    ...(paymentTerms === 'invoiced' && nextInvoice ? invoiceFacts(nextInvoice) : []),
    {
      name: 'Invoices overdue',
      value:
        overdue === null
          ? untold
          : overdue.count === 0
            ? 'none'
            : `${overdue.count}: ${sumOf(overdue.amount)}`,
    },
    ...(overdue?.since == null ? [] : [{ name: 'Overdue since', at: overdue.since }]),
    {
      name: 'Last payment',
      value:
        payment === null
          ? untold
          : `${sumOf(payment.amount)}${payment.isRecharge ? ', a recharge' : ''}${failureOf(payment)}`,
    },
    ...(payment === null ? [] : [{ name: 'Last payment at', at: payment.at }]),
    { name: 'Last seen', at },
  ];
}

const invoiceFacts = ({ total, at, threshold }: NextInvoice): SubjectPage['facts'] => [
  { name: 'Next invoice', value: sumOf(total) },
  ...(at === null ? [] : [{ name: 'Next invoice at', at }]),
  ...(threshold === null ? [] : [{ name: 'Billing threshold', value: sumOf(threshold) }]),
];
