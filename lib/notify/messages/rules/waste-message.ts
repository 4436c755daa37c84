import { assertNever } from '../../../model/assert-never.ts';
import { isCommitted } from '../../../model/facts/commitment.ts';
import { hasPrice } from '../../../model/facts/resource.ts';
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
  const { condition, state, committedUntil, sizeGib, usedGib } = waste;
  const { short, full } = happenings[condition];
  const { zone } = telling;
  return {
    headline: headlineOf(subject, short),
    parts: [
      text(
        `${capitalized(named(subject))} ${full}.`,
        'The charge goes on until it is deleted; only that ends it.',
      ),
      figures(
        whatRow(notice),
        ['State', state],
        ['Found', `${localMinute(since, zone)} (${zone}), and so ever since`],
        sizeGib === null ? null : ['Size', `${sizeGib} GiB`],
        usedGib === null ? null : ['Used', `${usedGib} GiB`],
        ['Costs', costInWords(notice, waste)],
      ),
      ...hintFor(waste),
      ...(isCommitted(waste, since)
        ? [
            text(
              committedUntil === null || committedUntil === 'unknown'
                ? 'It is committed, and paid for until its commitment ends; the platform does not say when.'
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
  'stopped-vm': { short: 'is stopped and billed', full: 'is stopped, and billed as if it ran' },
  'powered-off': { short: 'is off and billed', full: 'is powered off, and billed as if it ran' },
  'detached-disk': {
    short: 'is attached to nothing',
    full: 'is attached to nothing, and billed by its size',
  },
  'untouched-volume': { short: 'does not change', full: 'holds as much as before, and is billed' },
  'untouched-bucket': { short: 'does not change', full: 'holds as much as before, and is billed' },
  failed: { short: 'has failed', full: 'has failed, and is still there' },
  'unused-image': { short: 'is used by nothing', full: 'is used by no disk, and billed by its size' },
} as const satisfies Record<WasteFigures['condition'], { short: string; full: string }>;

function costInWords({ subject }: NotificationOf<'alert'>, { price, sizeGib }: WasteFigures): string {
  const kind = subjectParts(subject).resource?.kind;
  if (price === null && kind !== undefined && !hasPrice(kind)) {
    const size = sizeGib === null ? 'its size, which is not told' : `its ${sizeGib} GiB`;
    return `by ${size}; the platform shows no price of it`;
  }
  if (price?.isZero() && (kind === 'cluster' || kind === 'cluster-machine'))
    return 'in the price of the cluster and its machines';
  return priceAndDay(price);
}

/** What cannot be seen and may change a person's mind. */
function hintFor({ condition }: WasteFigures) {
  switch (condition) {
    case 'stopped-vm':
      return [
        text('Deleting a VM deletes its boot disk; storage disks are detached and go on being billed.'),
      ];
    case 'untouched-volume':
      return [
        text('Reading is not seen, nor is what is written over: see who mounts it before you delete it.'),
      ];
    case 'untouched-bucket':
      return [text('Reading is not seen: see that nobody needs what it holds before you delete it.')];
    case 'unused-image':
      return [text('It may be kept as a backup: see that nobody needs it before you delete it.')];
    case 'detached-disk':
      return [text('See that nobody needs what is on it before you delete it.')];
    case 'powered-off':
    case 'failed':
      return [];
    default:
      return assertNever(condition);
  }
}
