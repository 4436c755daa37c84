import { hasPrice } from '../../clouds/profiles.ts';
import { isCommitted } from '../../model/facts/commitment.ts';
import { moneyInWords, priceInWords } from '../../model/money/money.ts';
import { subjectParts } from '../../model/subject.ts';
import { spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import { effectText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import type { WasteFigures, WasteRule } from './terms.ts';

export function wasteFinding(waste: WasteFigures, context: FindingContext): AlertFinding {
  const { transitional } = waste;
  return transitional === undefined
    ? unusedFinding(waste, context)
    : transitionalFinding(waste, transitional, context);
}

function transitionalFinding(
  { price, isEstimate, state }: WasteFigures,
  { since, lasted, cost }: NonNullable<WasteFigures['transitional']>,
  { notice, cloud, who, at }: FindingContext,
): AlertFinding {
  const time = spanInWords(lasted);
  return {
    found: `${state} for ${time}${cost === null ? '' : ` (about ${moneyInWords(cost)} so far)`}`,
    opening: [
      `${capitalized(who)} is ${state}, and has been in transitional states for ${time}. It is billed in them${price === null ? ', at a price that the platform does not report' : ''}.`,
      ...effectText(cloud, 'terminate', subjectParts(notice.subject).resource?.kind),
    ],
    rows: [
      ['Costs', costInWords({ price, isEstimate })],
      ['So far', cost === null ? 'unknown' : `about ${moneyInWords(cost)}`],
      whatRow(notice, cloud),
      ['State', state],
      ['Observed', `in such states since ${at(since)}`],
    ],
    notes: [
      'A state like this should pass by itself. Copying large disks can take hours; otherwise stop or delete it, or ask the support of its cloud.',
    ],
  };
}

function unusedFinding(waste: WasteFigures, { notice, cloud, who, at }: FindingContext): AlertFinding {
  const { condition, price, isEstimate, state, committedUntil, sizeGib, usedGib } = waste;
  const { short, full } = happenings[condition];
  const committed =
    committedUntil === null || committedUntil === 'unknown'
      ? 'It counts as committed, and is paid for until its commitment ends; the platform does not show when. Check that date before you delete it.'
      : `It is committed until ${at(committedUntil)} and paid for until then, deleted or not.`;
  return {
    found:
      price === null || price.isZero()
        ? short
        : `${short} (${isEstimate ? 'about ' : ''}${priceInWords(price)})`,
    opening: [
      `${capitalized(who)} ${full}.`,
      ...effectText(cloud, 'terminate', subjectParts(notice.subject).resource?.kind),
    ],
    rows: [
      ['Costs', wasteCost(notice, cloud, waste)],
      whatRow(notice, cloud),
      ['State', state],
      ['Detected', `${at(notice.since)}, unchanged since`],
      sizeGib === null ? null : ['Size', `${sizeGib} GiB`],
      usedGib === null ? null : ['Used', `${usedGib} GiB`],
    ],
    notes: [...checks[condition], ...(isCommitted(waste, notice.since) ? [committed] : [])],
    unless: 'started',
  };
}

const happenings = {
  'stopped-vm': { short: 'stopped but billed', full: 'is stopped, and still billed' },
  'powered-off': { short: 'powered off but billed', full: 'is powered off, and still billed' },
  'detached-disk': {
    short: 'not attached to a VM',
    full: 'is not attached to a VM',
  },
  'unmounted-volume': { short: 'not mounted', full: 'is not mounted, and still billed' },
  'untouched-volume': { short: 'unchanged in size', full: 'is unchanged in size' },
  'untouched-bucket': { short: 'unchanged in size', full: 'is unchanged in size' },
  failed: { short: 'failed', full: 'has failed, and still exists' },
  'unused-image': { short: 'unused', full: 'is not used by any disk' },
  transitional: { short: 'in a transitional state', full: 'is in a transitional state, and billed' },
} as const satisfies Record<WasteFigures['condition'], { short: string; full: string }>;

function wasteCost(
  { subject }: NotificationByKind<'alert'>,
  cloud: FindingContext['cloud'],
  { price, isEstimate, sizeGib }: WasteFigures,
): string {
  const kind = subjectParts(subject).resource?.kind;
  if (price === null && kind !== undefined && cloud !== null && !hasPrice(cloud.name, kind)) {
    const size = sizeGib === null ? 'its size, which is not reported' : `its ${sizeGib} GiB`;
    return `by ${size}; the platform reports no price for it`;
  }
  if (price?.isZero() && (kind === 'cluster' || kind === 'cluster-machine'))
    return 'in the price of the cluster and its machines';
  return costInWords({ price, isEstimate });
}

/** The checks to make before deleting a resource, as sentences. */
const checks: Readonly<Record<WasteFigures['condition'], readonly string[]>> = {
  'stopped-vm': [],
  'untouched-volume': ['Reads and overwrites are not observed: check who mounts it before you delete it.'],
  'untouched-bucket': ['Reads are not observed: check that nobody needs its contents before you delete it.'],
  'unused-image': ['It may be a backup: check that nobody needs it before you delete it.'],
  'unmounted-volume': ['Check that nobody needs its data before you delete it.'],
  'detached-disk': ['Check that nobody needs its data before you delete it.'],
  'powered-off': [],
  failed: [],
  transitional: [],
};

export const wasteWords: RuleWords<WasteRule> = {
  monitors: ({ conditions, transitional }) =>
    `resources that are billed but not used: ${[...conditions, ...(transitional === null ? [] : ['transitional states'])].join(', ')}`,
  alerts: ({ for: least, transitional }) =>
    `after ${spanInWords(least)}${transitional === null ? '' : `; after ${spanInWords(transitional)} in transitional states`}`,
  ending: 'no longer wasted',
};

export const wasteFigures: FigureWords<WasteFigures> = {
  finding: wasteFinding,
};
