import { rateInWords } from '../model/money/estimate.ts';
import {
  chargeToMoney,
  type HourlyPrice,
  lessPrice,
  moneyInWords,
  priceInWords,
  sumCharges,
  sumPrices,
} from '../model/money/money.ts';
import { shortSubject, subjectParts } from '../model/subject.ts';
import { type Span, spanInWords } from '../model/time/time.ts';
import { computeBurnRate, computeEstimatedRate } from '../rules/facts.ts';
import { printable } from '../service/printable.ts';
import type { Head } from '../state/head.ts';

/** The counts of a run of the demo. */
export type DemoTally = { readonly polls: number; readonly messages: number; readonly watched: Span };

/** Returns the lines of a summary: polls, messages, actions and their savings. */
export function formatDemoSummary(heads: readonly Head[], tally: DemoTally): string[] {
  const projects = heads.filter(({ observation }) => observation?.kind === 'project');
  const ofMonth = sumCharges(projects.flatMap(({ meters }) => meters?.month.charge ?? []));
  const burnRate = sumPrices(
    projects.flatMap(({ observation }) => (observation ? (computeBurnRate(observation) ?? []) : [])),
  );
  const estimated = sumPrices(
    projects.flatMap(({ observation }) => (observation ? [computeEstimatedRate(observation)] : [])),
  );
  const stops = projects.flatMap(listOwnStops);
  const ended = sumPrices(stops.flatMap(({ saves }) => saves ?? []));
  const billed = stops.filter(({ saves }) => saves?.isZero());
  return [
    `${projects.length} projects monitored for ${spanInWords(tally.watched)} in ${tally.polls} polls: ${moneyInWords(chargeToMoney(ofMonth))} this month, burn rate ${rateInWords(burnRate, estimated)}.`,
    `${tally.messages} ${tally.messages === 1 ? 'message' : 'messages'} sent; stopped: ${formatStopNames(stops)}.`,
    ...(ended.isZero() ? [] : [`The stops end ${priceInWords(ended)}.`]),
    ...(billed.length === 0
      ? []
      : [`Still billed in full, until they are deleted: ${formatStopNames(billed)}.`]),
  ];
}

type Stopped = { readonly name: string; readonly saves: HourlyPrice | null };

const formatStopNames = (stops: readonly Stopped[]): string =>
  stops.map(({ name }) => name).join(', ') || 'nothing';

/** Returns the resources that a run has stopped in a project, with the price that each stop ends; `null` if unknown. */
function listOwnStops({ stops, observation }: Head): Stopped[] {
  const resources = observation?.kind === 'project' ? observation.resources : [];
  return stops.flatMap(({ subject, ours }) => {
    const { resource } = subjectParts(subject);
    if (!ours || resource === null) return [];
    const price = resources.find(({ kind, id }) => kind === resource.kind && id === resource.id)?.price;
    const saves = price ? lessPrice(price.running, price.atRest) : null;
    return [{ name: printable(shortSubject(subject)), saves }];
  });
}
