import { findResource } from '../../decide/subjects.ts';
import { castToVmId } from '../../model/facts/resource.ts';
import { type SignalKind, signalInWords } from '../../model/facts/signal-times.ts';
import { subjectParts } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { days, later } from '../../model/time/time.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { findSubject } from '../queries/find-subject.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from './override-outcome.ts';
import { createOverrideId, overrideFields, recordOverride } from './place-override.ts';
import { plannedOverride } from './planned-override.ts';

/** The duration of the override, as long as history may still show the signal. */
const lasts = days(35);

type ForgetRequest = OverrideRequest & { readonly asked: string; readonly signal: SignalKind };

/**
 * Records that a kind of signal of a VM is gone for good, so that the VM is judged without it. If the signal returns and
 * stops again, it counts as missing again. @throws LedgerError
 */
export const forget = (
  ledger: OverrideLedger,
  { asked, signal, ...request }: ForgetRequest,
): Promise<OverrideOutcome> => {
  const until = later(request.now, lasts);
  return recordOverride(ledger, request, { until, isReasonNeeded: true }, (context) => {
    const { heads, zone, named } = context;
    const match = findSubject(heads, asked, (one) => subjectParts(one.subject).resource?.kind === 'vm');
    if (match.kind === 'unknown')
      return { kind: 'unknown', asked, because: `Unknown VM "${asked}"`, names: match.names };
    if (match.kind === 'ambiguous')
      return { kind: 'ambiguous', because: match.because, choices: match.subjects };
    const { head, subject } = match;
    const vm = findResource(head, subject);
    const at = vm?.kind === 'vm' ? head.signalsKnownAt[castToVmId(vm)]?.[signal] : undefined;
    if (at === undefined)
      return {
        kind: 'unfit',
        because: `${named(subject)} never had the signal ${signal}: nothing to forget`,
      };
    const override: OverrideByKind<'forget'> = {
      kind: 'forget',
      id: createOverrideId('forget', subject, signal),
      ...overrideFields(context, until),
      subject,
      signal,
    };
    const last = formatZonedMinute(at, zone);
    return plannedOverride(
      context,
      override,
      [head],
      [
        `No signal has shown ${signalInWords(signal)} since ${last}. If a signal returns and stops again, it is reported as missing again.`,
      ],
    );
  });
};
