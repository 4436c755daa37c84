import { subjectParts } from '../../model/subject.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import { atRestInWords, effectText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords } from '../../notify/parts/rule-words.ts';
import type { RestFigures } from './terms.ts';

/** States a later step, the consequence of the image or deletion first. */
function restFinding(
  { action, image, price, isEstimate, restsSince }: RestFigures,
  { notice, cloud, who, at }: FindingContext,
): AlertFinding {
  const isLast = action === 'terminate';
  const kind = subjectParts(notice.subject).resource?.kind;
  return {
    found: 'stopped',
    opening: [
      `${capitalized(who)} is ${atRestInWords('stopped', { price, isEstimate }, cloud, kind)}, and nobody has started it.`,
      ...effectText(cloud, action, kind),
    ],
    rows: [
      isLast ? ['Image', image ?? 'none: its data is lost'] : null,
      ['Costs', costInWords({ price, isEstimate })],
      whatRow(notice, cloud),
      ['Stopped', `since ${at(restsSince)}`],
    ],
    unless: 'started',
  };
}

export const restFigures: FigureWords<RestFigures> = { finding: restFinding };
