import {
  charge,
  chargeToMoney,
  moneyInWords,
  percentReached,
  priceInWords,
} from '../../../model/money/money.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type {
  CommitmentFigures,
  IdleFigures,
  LifetimeFigures,
  OverspendFigures,
  RestFigures,
  ScheduleFigures,
} from '../../../model/rules/figures.ts';
import { intervalIn } from '../../../model/time/local-times.ts';
import { localMinute } from '../../../model/time/period.ts';
import { between, type Instant, spanInWords } from '../../../model/time/time.ts';
import { capitalized } from '../../../model/words.ts';
import { actionText } from '../action-text.ts';
import { costInWords, whatRow } from '../cost-rows.ts';
import type { Row } from '../document.ts';
import { fullName } from '../headline.ts';
import { oneLine } from '../plain-text.ts';
import type { Finding, FindingContext } from './finding.ts';

export const idleFinding = ({ price }: IdleFigures, { notice, who, at }: FindingContext): Finding => ({
  found: price === null ? 'idle' : `idle at ${priceInWords(price)}`,
  opening: [`${capitalized(who)} is idle.`, providerFacts.effects.stop],
  rows: [['Costs', costInWords(price)], whatRow(notice), ['Detected', at(notice.since)]],
  unless: 'used',
});

export function scheduleFinding(
  { endedAt, beginsAt, price }: ScheduleFigures,
  { notice, who, zone }: FindingContext,
): Finding {
  const when = (instant: Instant | null) => (instant === null ? 'unknown' : localMinute(instant, zone));
  return {
    found: 'running outside its hours',
    opening: [`${capitalized(who)} is running outside its hours.`, providerFacts.effects.stop],
    rows: [
      ['Costs', costInWords(price)],
      whatRow(notice),
      ['Hours', `ended ${when(endedAt)}, resume ${when(beginsAt)} (${zone})`],
    ],
    advice:
      notice.next.kind === 'action'
        ? ['If it is started by hand afterwards, it is exempt until its hours begin.']
        : [],
  };
}

export const lifetimeFinding = (
  { createdAt, longest, price, state, cost, isExtendable }: LifetimeFigures,
  { notice, who, at }: FindingContext,
): Finding => ({
  found: `over the age limit of ${spanInWords(longest)}`,
  opening: [
    `${capitalized(who)} is over the age limit of its rule.`,
    'It is billed for as long as it exists, stopped or not. If nobody needs it, delete it.',
  ],
  rows: [
    ['Costs', costInWords(price)],
    ...(cost === null ? [] : [['So far', `about ${moneyInWords(cost)}, at this price`] as const]),
    costByNextStep(notice, price, createdAt),
    whatRow(notice),
    ['Created', at(createdAt)],
    ['Limit', spanInWords(longest)],
    ['State', state],
  ],
  ...(isExtendable && {
    advice: ['If somebody needs it, keep it for that time: a keep with an end extends the limit.'],
  }),
});

/** Returns what it will have cost by the next step; `null` where none comes or the price is unknown. */
function costByNextStep(
  { next }: FindingContext['notice'],
  price: LifetimeFigures['price'],
  createdAt: Instant,
): Row | null {
  if (next.kind === 'nothing' || price === null) return null;
  const { action, notBefore, after } = next;
  const cost = chargeToMoney(charge(price, notBefore === null ? after : between(createdAt, notBefore)));
  const figure = `about ${moneyInWords(cost)} ${notBefore === null ? 'more' : 'in all'}`;
  return ['By then', `${figure} until it is ${actionText[action].toBe}`];
}

export function overspendFinding(
  { spent, limit, at: stopsAt, of, period, price }: OverspendFigures,
  { notice, who, zone }: FindingContext,
): Finding {
  const share = `${percentReached(spent, limit)} %`;
  return {
    found: `budget ${share} spent`,
    opening: [
      `The budget "${oneLine(notice.rule, fullName)}" stops ${of === 'idle' ? 'idle VMs' : 'all running VMs'}, including ${who}.`,
      providerFacts.effects.stop,
    ],
    rows: [
      ['Costs', costInWords(price)],
      whatRow(notice),
      ['Spent', `${moneyInWords(spent)}, reported; ${share} of the limit`],
      ['Limit', moneyInWords(limit)],
      ['Stops at', moneyInWords(stopsAt)],
      ['Period', intervalIn(period, zone)],
    ],
    unless: of === 'idle' ? 'used' : 'nothing',
  };
}

/** States a later step, the consequence of the image or deletion first. */
export function restFinding(
  { action, image, price, restsSince }: RestFigures,
  { notice, who, at }: FindingContext,
): Finding {
  const isLast = action === 'terminate';
  return {
    found: 'stopped',
    opening: [
      `${capitalized(who)} is stopped, billed as if it ran, and nobody has started it.`,
      isLast
        ? 'Deleting it deletes its boot disk. This cannot be undone. Storage disks are detached and continue to be billed.'
        : 'The image would be of its boot disk, private, and billed by its size; the VM is billed as before.',
    ],
    rows: [
      isLast ? ['Image', image ?? 'none: the data on its disk is lost'] : null,
      ['Costs', costInWords(price)],
      whatRow(notice),
      ['Stopped', `since ${at(restsSince)}`],
    ],
    unless: 'started',
  };
}

export function commitmentFinding(
  { of, endsAt, price }: CommitmentFigures,
  { notice, who, zone, at }: FindingContext,
): Finding {
  const rows = [['Ends', at(endsAt)], ['Costs', costInWords(price)], whatRow(notice)] as const;
  const when = localMinute(endsAt, zone);
  if (of === 'expiry')
    return {
      found: `expires ${when}, then deleted by the platform`,
      opening: [
        `${capitalized(who)} expires: the platform then deletes it, with its boot disk and all data on it.`,
        'This cannot be undone. Attached storage disks are detached and continue to be billed.',
      ],
      rows,
      advice: [
        'To keep it, extend its expiry on the platform. To keep only its data, make an image of it or copy the data elsewhere first.',
      ],
    };
  return {
    found: `commitment ends ${when}`,
    opening: [
      `The commitment of ${who} ends soon.`,
      'Nothing is known to be stopped or deleted then: the resource continues to be billed, and the platform does not report at which price. Until then it is paid for, used or not.',
    ],
    rows,
    advice: [
      'To keep it at a committed price, renew the commitment. If nobody needs it afterwards, delete it when the commitment has ended.',
    ],
  };
}
