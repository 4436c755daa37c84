import type { AlertFinding, FindingContext } from '../notify/parts/finding.ts';
import type { FigureWords, LossInput, RuleWords } from '../notify/parts/rule-words.ts';
import { accountStateFigures, accountStateWords } from './account-state/words.ts';
import { anomalyFigures, anomalyWords } from './anomaly/words.ts';
import { budgetFigures, budgetWords, overspendFigures } from './budget/words.ts';
import { commitmentFigures, commitmentWords } from './commitment/words.ts';
import { freshnessFigures, freshnessWords } from './freshness/words.ts';
import { idleFigures, idleWords } from './idle/words.ts';
import { lifetimeFigures, lifetimeWords } from './lifetime/words.ts';
import { rateFigures, rateWords } from './rate/words.ts';
import { reconcileFigures, reconcileWords } from './reconcile/words.ts';
import { restFigures } from './rest/words.ts';
import { runwayFigures, runwayWords } from './runway/words.ts';
import { scheduleFigures, scheduleWords } from './schedule/words.ts';
import type { EachFigures, EachRule, Figures, FiguresByKind, RuleByKind, RuleKind } from './terms.ts';
import { wasteFigures, wasteWords } from './waste/words.ts';

const words: { readonly [Kind in RuleKind]: RuleWords<RuleByKind<Kind>> } = {
  'account-state': accountStateWords,
  anomaly: anomalyWords,
  budget: budgetWords,
  commitment: commitmentWords,
  freshness: freshnessWords,
  idle: idleWords,
  lifetime: lifetimeWords,
  rate: rateWords,
  reconcile: reconcileWords,
  runway: runwayWords,
  schedule: scheduleWords,
  waste: wasteWords,
};

const figureWords: { readonly [Kind in Figures['kind']]: FigureWords<FiguresByKind<Kind>> } = {
  'account-state': accountStateFigures,
  anomaly: anomalyFigures,
  budget: budgetFigures,
  commitment: commitmentFigures,
  freshness: freshnessFigures,
  idle: idleFigures,
  lifetime: lifetimeFigures,
  rate: rateFigures,
  reconcile: reconcileFigures,
  runway: runwayFigures,
  schedule: scheduleFigures,
  waste: wasteFigures,
  overspend: overspendFigures,
  rest: restFigures,
};

/** Returns what a rule monitors, by the word for several VMs. */
export const describeMonitoring = <Kind extends RuleKind>(rule: EachRule<Kind>, vms: string): string =>
  words[rule.kind].monitors(rule, vms);

export const describeCondition = <Kind extends RuleKind>(rule: EachRule<Kind>): string =>
  words[rule.kind].alerts(rule);

/** Returns the state in which an alert of a kind is resolved, as text that follows "is". */
export const describeEnding = (kind: RuleKind): string => words[kind].ending;

/** Returns what will be deleted unless someone responds to an alert of a kind; `null` if nothing will. */
export const describeLoss = (kind: RuleKind, input: LossInput): string | null =>
  words[kind].loss?.(input) ?? null;

export const describeFinding = <Kind extends Figures['kind']>(
  figures: EachFigures<Kind>,
  context: FindingContext,
): AlertFinding => figureWords[figures.kind].finding(figures, context);

/** True if a keep changes the finding even if no action is next. */
export const offersKeep = <Kind extends Figures['kind']>(figures: EachFigures<Kind>): boolean =>
  figureWords[figures.kind].offersKeep?.(figures) ?? false;

/** True if a finding also states another one of the same rule and subject, so that one of them is enough. */
export const states = <Kind extends Figures['kind']>(figures: EachFigures<Kind>, other: Figures): boolean =>
  figureWords[figures.kind].states?.(figures, other) ?? false;
