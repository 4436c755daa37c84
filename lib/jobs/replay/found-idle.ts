import { addMoney, type Money, noMoney } from '../../model/money/money.ts';
import { type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import { addTallies, noStops, type StopTally } from '../../rules/idle/learned/replay-stops.ts';

/** The risks of learned rules that a record compares, in percent. */
export const comparedRisks = [1, 2, 5, 10] as const;

/** The findings of a replayed rule: its stops, and the cost of the idle time they end, at present prices. */
export type IdleFindings = { readonly tally: StopTally; readonly spend: Money };

/** The findings of idle rules replayed on the past of VMs that exist now. */
export type IdleRecord = {
  /** The numbers of VMs that are judged, of those of them without a price, of protected ones, and of those that no rule matches. */
  readonly judged: number;
  readonly unpriced: number;
  readonly protected: number;
  readonly unmatched: number;
  /** The start of the known history, the VM time that was requested over all VMs, and the part of it with known use. */
  readonly from: Instant | null;
  readonly asked: Span;
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
