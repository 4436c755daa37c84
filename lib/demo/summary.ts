import { chargeToMoney, moneyInWords, priceInWords, sumCharges, sumPrices } from '../model/money/money.ts';
import { shortSubject, subjectParts } from '../model/subject.ts';
import { type Span, spanInWords } from '../model/time/time.ts';
import { burnRateOf } from '../rules/facts.ts';
import { printable } from '../service/printable.ts';
import type { Head } from '../state/head.ts';

/** The counts of a run of the demo. */
export type Tally = { readonly polls: number; readonly messages: number; readonly watched: Span };

/** Summarizes a run of the demo: polls, messages, actions and their savings. */
export function summaryOf(heads: readonly Head[], tally: Tally): string[] {
  const projects = heads.filter(({ observation }) => observation?.kind === 'project');
  const ofMonth = sumCharges(projects.flatMap(({ meters }) => meters?.month.charge ?? []));
  const burnRate = sumPrices(
    projects.flatMap(({ observation }) => (observation ? [burnRateOf(observation)] : [])),
  );
  const stops = projects.flatMap(({ stops }) =>
    stops.flatMap(({ subject, ours }) => {
      return ours && subjectParts(subject).resource !== null ? [printable(shortSubject(subject))] : [];
    }),
  );
  return [
    `${projects.length} projects monitored for ${spanInWords(tally.watched)} in ${tally.polls} polls: ${moneyInWords(chargeToMoney(ofMonth))} this month, burn rate ${priceInWords(burnRate)}.`,
    `${tally.messages} ${tally.messages === 1 ? 'message' : 'messages'} sent; stopped: ${stops.length === 0 ? 'nothing' : stops.join(', ')}.`,
    ...(stops.length === 0
      ? []
      : ['On this platform a stopped VM is billed in full until it is deleted, so stopping saves nothing.']),
  ];
}
