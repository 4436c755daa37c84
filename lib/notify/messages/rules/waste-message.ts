import { assertNever } from '../../../model/assert-never.ts';
import { isCommitted } from '../../../model/facts/commitment.ts';
import { hasPrice } from '../../../model/facts/resource.ts';
import { priceInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import type { WasteFigures } from '../../../model/rules/figures.ts';
import { subjectParts } from '../../../model/subject.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

export function wasteWords(notice: NotificationOf<'alert'>, waste: WasteFigures, telling: Telling): Words {
  const { subject, since, because } = notice;
  const { condition, price, state, committedUntil, sizeGib, usedGib } = waste;
  const { short, full } = happenings[condition];
  const { zone } = telling;
  return {
    headline: headlineOf(
      subject,
      price === null || price.isZero() ? short : `${short} (${priceInWords(price)})`,
    ),
    parts: [
      text(`${capitalized(named(subject))} ${full}.`, 'Only deleting it ends the charge.'),
      figures(
        whatRow(notice),
        ['State', state],
        ['Detected', `${localMinute(since, zone)} (${zone}), unchanged since`],
        sizeGib === null ? null : ['Size', `${sizeGib} GiB`],
        usedGib === null ? null : ['Used', `${usedGib} GiB`],
        ['Costs', costInWords(notice, waste)],
      ),
      ...hintFor(waste),
      ...(isCommitted(waste, since)
        ? [
            text(
              committedUntil === null || committedUntil === 'unknown'
                ? 'It is committed, and paid for until its commitment ends; the platform does not report when.'
                : `It is committed until ${localMinute(committedUntil, zone)} (${zone}) and paid for until then, deleted or not.`,
            ),
          ]
        : []),
      why(because),
      ...nextParts(notice, telling, 'started'),
      offersFor(notice),
    ],
  };
}

const happenings = {
  'stopped-vm': { short: 'stopped but billed', full: 'is stopped, and billed as if it ran' },
  'powered-off': { short: 'powered off but billed', full: 'is powered off, and billed as if it ran' },
  'detached-disk': {
    short: 'attached to nothing',
    full: 'is attached to nothing, and billed by its size',
  },
  'untouched-volume': { short: 'unchanged in size', full: 'is unchanged in size, and billed' },
  'untouched-bucket': { short: 'unchanged in size', full: 'is unchanged in size, and billed' },
  failed: { short: 'failed', full: 'has failed, and still exists' },
  'unused-image': { short: 'unused', full: 'is used by no disk, and billed by its size' },
} as const satisfies Record<WasteFigures['condition'], { short: string; full: string }>;

function costInWords({ subject }: NotificationOf<'alert'>, { price, sizeGib }: WasteFigures): string {
  const kind = subjectParts(subject).resource?.kind;
  if (price === null && kind !== undefined && !hasPrice(kind)) {
    const size = sizeGib === null ? 'its size, which is not reported' : `its ${sizeGib} GiB`;
    return `by ${size}; the platform reports no price for it`;
  }
  if (price?.isZero() && (kind === 'cluster' || kind === 'cluster-machine'))
    return 'in the price of the cluster and its machines';
  return priceAndDay(price);
}

/** Returns what to check before deleting the resource. */
function hintFor({ condition }: WasteFigures) {
  switch (condition) {
    case 'stopped-vm':
      return [
        text('Deleting a VM deletes its boot disk; storage disks are detached and continue to be billed.'),
      ];
    case 'untouched-volume':
      return [text('Reads and overwrites are not observed: check who mounts it before you delete it.')];
    case 'untouched-bucket':
      return [text('Reads are not observed: check that nobody needs its contents before you delete it.')];
    case 'unused-image':
      return [text('It may be a backup: check that nobody needs it before you delete it.')];
    case 'detached-disk':
      return [text('Check that nobody needs its data before you delete it.')];
    case 'powered-off':
    case 'failed':
      return [];
    default:
      return assertNever(condition);
  }
}
