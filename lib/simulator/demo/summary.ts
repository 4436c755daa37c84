import { burnRateOf } from '../../evaluate/facts.ts';
import type { Head } from '../../model/head.ts';
import {
  addCharges,
  chargeToMoney,
  moneyInWords,
  noCharge,
  priceInWords,
  sumPrices,
} from '../../model/money/money.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Span } from '../../model/time/time.ts';
import { spanInWords } from '../../model/time/time.ts';
import { printable } from '../../service/marks.ts';

/** What a run of the demo counted. */
export type Tally = { readonly polls: number; readonly said: number; readonly watched: Span };

/** The end of the demo in a few lines: what it saw, said and did, and what that is worth. */
export function summaryOf(heads: readonly Head[], tally: Tally): string[] {
  const projects = heads.filter(({ observation }) => observation?.kind === 'project');
  const accrued = projects.reduce(
    (total, { meters }) => addCharges(total, meters?.month.charge ?? noCharge),
    noCharge,
  );
  const burnRate = sumPrices(
    projects.flatMap(({ observation }) => (observation ? [burnRateOf(observation)] : [])),
  );
  const stops = projects.flatMap(({ stops }) =>
    stops.flatMap(({ subject, ours }) => {
      const { name, resource } = subjectParts(subject);
      return ours && resource !== null ? [printable(`${name}/${resource.id}`)] : [];
    }),
  );
  return [
    `Watched ${projects.length} projects for ${spanInWords(tally.watched)} in ${tally.polls} polls: ${moneyInWords(chargeToMoney(accrued))} accrued, now ${priceInWords(burnRate)}.`,
    `Said ${tally.said} ${tally.said === 1 ? 'thing' : 'things'}; stopped ${stops.length === 0 ? 'nothing' : stops.join(', ')}.`,
    ...(stops.length === 0
      ? []
      : ['A stopped VM is still billed in full on this platform: nothing is saved until it is deleted.']),
  ];
}
