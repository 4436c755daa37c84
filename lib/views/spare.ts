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
import { judgeAllWaste, type WasteView } from './waste.ts';

/** A number of resources, that number by kind as text, and their cost. */
type Sum = { readonly count: number; readonly what: string | null; readonly rate: HourlyPrice };

/** The cost of resources that are idle, or billed without use. Stopped resources count immediately. */
export type Spare = {
  readonly subjects: ReadonlySet<Subject>;
  readonly idle: Sum;
  readonly waste: Sum;
  /** The rate of both together. */
  readonly rate: HourlyPrice;
  /** The part of the rate that is an estimate. */
  readonly estimated: HourlyPrice;
  /** The rate that deleting all resources that are neither committed nor protected would end. */
  readonly ends: HourlyPrice;
  /** The rate of committed resources. */
  readonly committed: HourlyPrice;
  /** The rate of protected resources that are not committed. */
  readonly protected: HourlyPrice;
  /** True if stops end no charge on the cloud of these resources. */
  readonly stopsEndNothing: boolean;
  /** The number of resources without a known price, which no sum includes. */
  readonly unpriced: number;
};

/** Adds up idle VMs and waste, each resource once. Every view takes this figure from here. */
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
  const spareRows = [...idle, ...wasted.values()];
  const isProtected = ({ resource, target }: Row): boolean =>
    findProtectionReason({ policy, overrides, target, resource, now }) !== null;
  const others = spareRows.filter(({ resource }) => !isCommitted(resource, now));
  const committed = spareRows.filter(({ resource }) => isCommitted(resource, now));
  return {
    subjects: new Set(spareRows.map(({ subject }) => subject)),
    idle: sumSpareRows(idle),
    waste: sumSpareRows([...wasted.values()]),
    rate: sumSpareRows(spareRows).rate,
    estimated: sumPrices(spareRows.map(({ resource }) => getEstimatedCost(resource))),
    ends: sumSpareRows(others.filter((row) => !isProtected(row))).rate,
    committed: sumSpareRows(committed).rate,
    protected: sumSpareRows(others.filter(isProtected)).rate,
    stopsEndNothing: savesNothing(getCloudProfile(findCommonCloud(heads)), 'vm'),
    unpriced: spareRows.filter(({ resource }) => resource.price === null).length,
  };
}

type Row = Pick<WasteView, 'target' | 'subject' | 'resource'>;

/** Lists the VMs and machines of a project that an idle rule found idle. */
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

/** Returns the rate that deletion ends, rounded so that it and the other shown rates add up to the total. */
export const shownEnds = ({ rate, committed, protected: kept }: Spare): HourlyPrice =>
  restOfShown(rate, committed, kept);

/** Returns "5.26 USD/h idle and waste: deleting it ends 4.81 USD/h."; `null` if nothing is idle or waste. */
export function spareInWords(spare: Spare): string | null {
  const { idle, waste, rate, estimated, ends, stopsEndNothing, unpriced } = spare;
  if (idle.count + waste.count === 0) return null;
  const unpricedNote = unpriced === 0 ? '' : `, ${unpriced} without a price`;
  const end = ends.gt(free)
    ? `deleting it ends ${priceInWords(shownEnds(spare))}${stopsEndNothing ? '; stopping does not' : ''}`
    : 'all of it is committed or protected';
  return `${rateInWords(rate, estimated)} idle and waste${unpricedNote}: ${end}.`;
}
