import { assertNever } from '../model/assert-never.ts';
import type { IdleFigures } from '../model/figures.ts';
import { charge, chargeToMoney, type HourlyPrice, moneyInWords, priceInWords } from '../model/money.ts';
import type { NextStep, NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { days, type Instant, isoInstant, later, spanInWords } from '../model/time.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

/** True of this platform, and what most people do not expect. */
export const stillBilled =
  'A stopped VM is billed in full until it is deleted, so a stop by itself saves nothing.';

export function idleFoundWords(
  notice: NoticeOf<'alert'>,
  idle: IdleFigures,
  at: Instant,
  zone: string,
): Words {
  const { subject, next } = notice;
  const { price } = idle;
  const endings = {
    stop: 'is idle and will be stopped',
    'would-stop': 'is idle (nothing is stopped)',
    nothing: 'is idle',
  };
  return {
    headline: `${subjectInWords(subject, headlineName)} ${endings[next.kind]}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} is idle.`,
      figures([
        ['Found', `${localMinute(notice.since, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ]),
      `Why: ${sentence(notice.because)}`,
      ...nextWords(next, at, zone),
      stillBilled,
    ],
  };
}

/** What comes next. A rule that goes by the clock stops what is in use too. */
export function nextWords(next: NextStep, at: Instant, zone: string, by: 'use' | 'clock' = 'use'): string[] {
  switch (next.kind) {
    case 'stop': {
      const span = spanInWords(next.after);
      const earliest = localMinute(later(at, next.after), zone);
      return [
        `Next: the VM will be stopped, not before ${earliest} and no sooner than ${span} after this message was delivered, ${by === 'use' ? 'unless it is used until then' : 'in use or not'}.`,
        `To keep it running, ${by === 'use' ? 'use it, or ' : ''}set its metadata: "spendwatch" to "keep", or "spendwatch-keep-until" to a time such as "${isoInstant(later(at, days(7)))}".`,
      ];
    }
    case 'would-stop':
      return [
        'Next: nothing. This rule only observes (mode: observe), and nothing is stopped.',
        `With mode: enforce the VM would be stopped, no sooner than ${spanInWords(next.after)} after the announcement was delivered.`,
      ];
    case 'nothing':
      return [`Next: nothing is stopped: ${sentence(next.because)}`];
    default:
      return assertNever(next);
  }
}

export function stopConfirmedWords(notice: NoticeOf<'stop-confirmed'>, zone: string): Words {
  const { subject, stoppedAt, stillBilled: price } = notice;
  return {
    headline: `${subjectInWords(subject, headlineName)} is stopped and still billed`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} was stopped by spendwatch.`,
      figures([
        ['Seen stopped', `${localMinute(stoppedAt, zone)} (${zone})`],
        ['Still costs', priceAndDay(price)],
      ]),
      `Why: ${sentence(notice.because)}`,
      `${stillBilled} Who needs it can start it again; it is then left alone for the cool-off of the rule, or under a schedule until its hours begin. If nobody does, delete it, which deletes its boot disk too.`,
    ],
  };
}

export function stopNotDoneWords({ subject, because }: NoticeOf<'stop-not-done'>): Words {
  return {
    headline: `${subjectInWords(subject, headlineName)} could not be stopped`,
    paragraphs: [
      `The stop of ${subjectInWords(subject, fullName)} did not work.`,
      `Why: ${sentence(because)}`,
      'Next: this stop is not tried again. If its rule still asks for it after a pause, a new one is decided.',
    ],
  };
}

export function capsHeldWords({ because, wanted, allowed }: NoticeOf<'caps-held'>): Words {
  return {
    headline: `nothing was stopped: ${wanted} due, the caps allow ${allowed}`,
    paragraphs: [
      'More VMs were due to be stopped than the caps of the policy allow, so none was.',
      figures([
        ['Due', `${wanted}`],
        ['Allowed', `${allowed}`],
      ]),
      `Why: ${sentence(because)}`,
      'Next: as long as the rules ask for these stops they are decided anew, and held back again while they pass the caps.',
      'See whether so many stops can be right. If they are, raise caps in the policy or stop some by hand.',
    ],
  };
}

export function priceAndDay(price: HourlyPrice | null): string {
  if (price === null) return 'unknown; the platform gives no price';
  return `${priceInWords(price)}, ${moneyInWords(chargeToMoney(charge(price, days(1))))} a day`;
}
