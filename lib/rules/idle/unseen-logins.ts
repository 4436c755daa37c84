import type { VmId } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';
import type { IdleRule } from './terms.ts';

type Signals = Head['signalsKnownAt'];

const reported = new WeakMap<Signals, boolean>();

/** True if any VM of a project ever reported logins; computed once for all of them. */
function isLoginsReported(signals: Signals): boolean {
  const known = reported.get(signals) ?? Object.values(signals).some((times) => times.logins !== undefined);
  reported.set(signals, known);
  return known;
}

/**
 * Returns a clause stating that a VM was judged without logins, which others of its project report; empty if it
 * was not.
 */
export const withoutLoginsInWords = ({ logins }: IdleRule, vm: VmId, signals: Signals): string =>
  logins === 'counted' && signals[vm]?.logins === undefined && isLoginsReported(signals)
    ? '; judged without logins, which other VMs of its project report and it never did'
    : '';
