import { addMoney, type Money, noMoney } from '../../model/money/money.ts';
import { type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import { addTallies, noStops, type StopTally } from '../../rules/idle/learned/replay-stops.ts';

/** The risks of a wrong stop for which learned rules are compared, in percent. */
export const comparedRisks = [1, 2, 5, 10] as const;

/** The stops of a replayed rule, and the cost of the idle time that they end, at present prices. */
export type IdleFindings = { readonly tally: StopTally; readonly spend: Money };

/** The findings of idle rules replayed on the past of VMs that exist now. */
export type IdleRecord = {
  /** The number of judged VMs. */
  readonly judged: number;
  /** The number of judged VMs without a price. */
  readonly unpriced: number;
  /** The number of VMs that are protected and so not judged. */
  readonly protected: number;
  /** The number of VMs that no idle rule matches. */
  readonly unmatched: number;
  /** The start of the known history. */
  readonly from: Instant | null;
  /** The replayed time, added up over all VMs. */
  readonly asked: Span;
  /** The part of that time in which the use of the VM is known. */
  readonly known: Span;
  /** Learned rules by their risk, in the order of `comparedRisks`. */
  readonly byRisk: readonly IdleFindings[];
  /** The rules as they are written. */
  readonly asWritten: IdleFindings;
};

const nothing: IdleFindings = { tally: noStops, spend: noMoney };
export const noRecord: IdleRecord = {
  judged: 0,
  unpriced: 0,
  protected: 0,
  unmatched: 0,
  from: null,
  asked: milliseconds(0),
  known: milliseconds(0),
  byRisk: comparedRisks.map(() => nothing),
  asWritten: nothing,
};

const added = (left: IdleFindings, right: IdleFindings): IdleFindings => ({
  tally: addTallies(left.tally, right.tally),
  spend: addMoney(left.spend, right.spend),
});

export const addRecords = (left: IdleRecord, right: IdleRecord): IdleRecord => ({
  judged: left.judged + right.judged,
  unpriced: left.unpriced + right.unpriced,
  protected: left.protected + right.protected,
  unmatched: left.unmatched + right.unmatched,
  from: left.from !== null && (right.from === null || left.from < right.from) ? left.from : right.from,
  asked: milliseconds(left.asked + right.asked),
  known: milliseconds(left.known + right.known),
  byRisk: left.byRisk.map((record, index) => added(record, right.byRisk[index] ?? nothing)),
  asWritten: added(left.asWritten, right.asWritten),
});
