import { wholly } from '../../model/money/estimate.ts';
import { priceInWords } from '../../model/money/money.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import { restText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { type FigureWords, onEachMatch, type RuleWords } from '../../notify/parts/rule-words.ts';
import {
  type IdleFigures,
  type IdleRule,
  isLearned,
  type LearnedRule,
  leastKnown,
  signalsWindow,
  withWindow,
} from './terms.ts';

const idleFinding = (
  { price, isEstimate, ...figures }: IdleFigures,
  { notice, cloud, who, now }: FindingContext,
): AlertFinding => ({
  found: price === null ? 'idle' : `idle at ${priceInWords(price)}${isEstimate ? wholly : ''}`,
  opening: [`${capitalized(who)} is idle.`],
  inBrief: useInWords(figures, now),
  rows: [['Costs', costInWords({ price, isEstimate })], whatRow(notice, cloud)],
  notes: [restText(cloud, notice).join(' ')].filter(Boolean),
  unless: 'used',
});

/** Returns "GPU 0 %, CPU 2 % for 4 h." */
function useInWords({ cpu, gpu, since }: Pick<IdleFigures, 'cpu' | 'gpu' | 'since'>, now: Instant): string {
  const percents = [
    ...(gpu === undefined ? [] : [`GPU ${Math.ceil(gpu.busiest)} %`]),
    ...(cpu === null ? [] : [`CPU ${Math.ceil(cpu)} %`]),
  ];
  return `${percents.join(', ') || 'No use'} for ${spanInWords(computeSpan(since, now))}.`;
}

export const idleWords: RuleWords<IdleRule> = {
  monitors: (rule, vms) => (isLearned(rule) ? learnedInWords(rule, vms) : fixedInWords(rule, vms)),
  alerts: onEachMatch,
  ending: 'no longer found idle',
};

export const idleFigures: FigureWords<IdleFigures> = {
  finding: idleFinding,
};

const fixedInWords = (rule: IdleRule, vms: string): string =>
  `${vms} under the limits for ${spanInWords(rule.window)}, in ${rule.percentile}% of the samples${windowOfGpus(rule)}`;

/** Describes the window and limit of VMs with GPUs; empty for a rule that excludes them. */
const windowOfGpus = ({ gpuWindow, gpuBelow, match: { gpus } }: IdleRule): string =>
  gpus === 0
    ? ''
    : `; those with GPUs for ${spanInWords(gpuWindow)}, every GPU under ${gpuBelow}% throughout`;

function learnedInWords(rule: LearnedRule, vms: string): string {
  const { within, risk, inUse, untilKnown } = rule.learned;
  const young = untilKnown === null ? 'none' : fixedInWords(withWindow(rule, untilKnown), vms);
  const { window, gpuWindow } = withWindow(rule, signalsWindow);
  const gpus = rule.match.gpus === 0 ? '' : ` (with GPUs: ${spanInWords(gpuWindow)})`;
  return [
    `${vms} whose risk of being used within ${spanInWords(within)}, estimated from their history, is at most ${risk}%`,
    `used means ${inUse}% CPU or more over half an hour, or any other signal at its limit`,
    `no other signal at its limit for ${spanInWords(window)}${gpus}`,
    `${vms} known for less than ${spanInWords(leastKnown)}: ${young}`,
  ].join('; ');
}
