import {
  aCent,
  type Charge,
  chargeToMoney,
  moneyInWords,
  moneyToCharge,
  subtractMoney,
} from '../../model/money/money.ts';
import type { Correction, PlatformReport, ReportedSpend, Shortfall } from '../../model/money/spend.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';

export const isLeast = ({ leftOut = 0 }: ReportedSpend): boolean => leftOut > 0;

/** Returns notes on a report as text: what it leaves out, and why spend to date differs from it or has fallen. */
export function formatReportNotes(
  { spend, short, former, excess, corrected }: PlatformReport,
  now: Instant,
): string {
  return [
    isLeast(spend) ? `, at least: ${spend.leftOut} items have no readable amount` : '',
    short === undefined ? '' : shortInWords(short, spend),
    former === undefined
      ? ''
      : `; ${inMoney(former.charge)} of it were charged to the account that paid before`,
    excess === undefined
      ? ''
      : `; neither prices nor earlier reports explain ${inMoney(excess.charge)} of it, for which no VM is stopped`,
    corrected && isShown(corrected.by)
      ? `; it fell by ${inMoney(corrected.by)} ${relativeTime(corrected.at, now)}: ${corrections[corrected.because]}`
      : '',
    spend.credits === undefined ? '' : `; credits of ${moneyInWords(spend.credits)} are not subtracted`,
  ].join('');
}

/**
 * Returns a note on the part of spend to date that is an estimate for the time before the first poll; empty if
 * none is.
 */
export function beforeFirstPoll({ unwatched }: PlatformReport): string {
  if (unwatched === undefined || !isShown(unwatched.charge)) return '';
  const span = spanInWords(computeSpan(unwatched.from, unwatched.until));
  return `; ${inMoney(unwatched.charge)} of it is an estimate for the ${span} before the first poll`;
}

function shortInWords({ charge, highest }: Shortfall, { amount }: ReportedSpend): string {
  if (isShown(moneyToCharge(subtractMoney(highest, amount))))
    return `; the platform now reports less than the ${moneyInWords(highest)} that it had reported, which still count`;
  return isShown(charge) ? `, ${inMoney(charge)} of which the report does not show` : '';
}

const corrections: Readonly<Record<Correction['because'], string>> = {
  settled: 'the platform billed less than was metered',
  withdrawn: 'the platform no longer reports it',
  billed: 'the platform billed less than was estimated for the time before the first poll',
};
const inMoney = (charge: Charge): string => moneyInWords(chargeToMoney(charge));
/** True if an amount is at least a cent. */
const isShown = (charge: Charge): boolean => charge.gte(aCent);
