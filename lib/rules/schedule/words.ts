import { windowInWords } from '../../forms/window-in-words.ts';
import { localMinute } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import { restText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { type FigureWords, onEachMatch, type RuleWords } from '../../notify/parts/rule-words.ts';
import type { ScheduleFigures, ScheduleRule } from './terms.ts';

function scheduleFinding(
  { endedAt, beginsAt, price, isEstimate }: ScheduleFigures,
  { notice, cloud, who, zone }: FindingContext,
): AlertFinding {
  const when = (instant: Instant | null) => (instant === null ? 'unknown' : localMinute(instant, zone));
  return {
    found: 'running outside its hours',
    opening: [`${capitalized(who)} is running outside its hours.`],
    notes: [restText(cloud, notice).join(' ')].filter(Boolean),
    rows: [
      ['Costs', costInWords({ price, isEstimate })],
      whatRow(notice, cloud),
      ['Hours', `ended ${when(endedAt)}, resume ${when(beginsAt)} (${zone})`],
    ],
    advice:
      notice.next.kind === 'action'
        ? ['If it is started by hand afterwards, it is left alone until its hours begin.']
        : [],
  };
}

export const scheduleWords: RuleWords<ScheduleRule> = {
  monitors: (rule, vms) =>
    `${vms} and machines running outside ${rule.windows.map(windowInWords).join(', ')}`,
  alerts: onEachMatch,
  ending: 'within its hours again',
};

export const scheduleFigures: FigureWords<ScheduleFigures> = {
  finding: scheduleFinding,
};
