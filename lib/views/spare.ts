import { getCloudProfile } from '../clouds/profiles.ts';
import { findProtectionReason } from '../decide/actions/protection.ts';
import { findCommonCloud } from '../decide/group.ts';
import { isCommitted } from '../model/facts/commitment.ts';
import { type Resource, runs, toResourceSubject } from '../model/facts/resource.ts';
import { kindsInWords } from '../model/facts/resources-at-risk.ts';
import type { Subject } from '../model/ids.ts';
import { rateInWords } from '../model/money/estimate.ts';
import { free, type HourlyPrice, priceInWords, restOfShown, sumPrices } from '../model/money/money.ts';
import { savesNothing } from '../notify/parts/effect-text.ts';
import { getEstimatedCost, sumResourceCosts } from '../rules/facts.ts';
import type { Head } from '../state/head.ts';
import { findIdleStart } from './inventory.ts';
import type { ViewInput } from './view-input.ts';
import { type WasteView, judgeAllWaste } from './waste.ts';

/** A number of resources, how many of each kind in words, and what they cost. */
type Sum = { readonly count: number; readonly what: string | null; readonly rate: HourlyPrice };

/** The cost of resources that are idle, or billed without use: what is at rest counts at once. */
export type Spare = {
  readonly subjects: ReadonlySet<Subject>;
  readonly idle: Sum;
  readonly waste: Sum;
  /** The rate of both together, and the part of it that is an estimate. */
  readonly rate: HourlyPrice;
  readonly estimated: HourlyPrice;
  /** The rate that deleting all resources that are neither committed nor protected would end. */
  readonly ends: HourlyPrice;
  /** The rate of committed resources, and that of protected ones that are not committed. */
  readonly committed: HourlyPrice;
  readonly protected: HourlyPrice;
  /** True if stops end no charge on the cloud of these resources. */
  readonly stopsEndNothing: boolean;
  /** The number of resources without a known price, which no sum includes. */
  readonly unpriced: number;
};

/** Adds up idle machines and waste, each resource once: the one source of this figure for all that shows it. */
export function sumSpare(
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
): Spare {
  const { policy, overrides, now } = context;
  const idle = heads.flatMap((head) => listIdleMachines(head, context));
  const waste = judgeAllWaste(heads, context);
  const idleSubjects = new Set(idle.map(({ subject }) => subject));
  const wasted = new Map(
    waste.flatMap((view) =>
      view.state === 'waste' && !idleSubjects.has(view.subject) ? [[view.subject, view] as const] : [],
    ),
  );
  const all = [...idle, ...wasted.values()];
  const isProtected = ({ resource, target }: Row): boolean =>
    findProtectionReason({ policy, overrides, target, resource, now }) !== null;
  const others = all.filter(({ resource }) => !isCommitted(resource, now));
  const committed = all.filter(({ resource }) => isCommitted(resource, now));
  return {
    subjects: new Set(all.map(({ subject }) => subject)),
    idle: sumSpareRows(idle),
    waste: sumSpareRows([...wasted.values()]),
    rate: sumSpareRows(all).rate,
    estimated: sumPrices(all.map(({ resource }) => getEstimatedCost(resource))),
    ends: sumSpareRows(others.filter((row) => !isProtected(row))).rate,
    committed: sumSpareRows(committed).rate,
    protected: sumSpareRows(others.filter(isProtected)).rate,
    stopsEndNothing: savesNothing(getCloudProfile(findCommonCloud(heads)), 'vm'),
    unpriced: all.filter(({ resource }) => resource.price === null).length,
  };
}

type Row = Pick<WasteView, 'target' | 'subject' | 'resource'>;

/** Lists the machines of a project that an idle rule found idle. */
function listIdleMachines(head: Head, { policy }: Pick<ViewInput, 'policy'>): Row[] {
  const { target } = head;
  if (head.observation?.kind !== 'project') return [];
  return head.observation.resources.flatMap((resource) => {
    const subject = toResourceSubject(target, resource);
    return runs(resource.kind) && findIdleStart(head, resource, subject, policy) !== null
      ? [{ target, subject, resource }]
      : [];
  });
}

const sumSpareRows = (rows: readonly { readonly resource: Resource }[]): Sum => ({
  count: rows.length,
  what: kindsInWords(rows.map(({ resource }) => resource)),
  rate: sumResourceCosts(rows),
});

/** Returns the rate that deletion ends as people read it beside the others, which add up to the whole. */
export const shownEnds = ({ rate, committed, protected: kept }: Spare): HourlyPrice =>
  restOfShown(rate, committed, kept);

/** Returns "5.26 USD/h idle and waste; deleting it ends 4.81 USD/h"; `null` where nothing is. */
export function spareInWords(spare: Spare): string | null {
  const { idle, waste, rate, estimated, ends, stopsEndNothing, unpriced } = spare;
  if (idle.count + waste.count === 0) return null;
  const rest = unpriced === 0 ? '' : `, ${unpriced} without a price`;
  const end = ends.gt(free)
    ? `deleting it ends ${priceInWords(shownEnds(spare))}${stopsEndNothing ? '; stopping does not' : ''}`
    : 'all of it is committed or protected';
  return `${rateInWords(rate, estimated)} idle and waste${rest}: ${end}.`;
}
