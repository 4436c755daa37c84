import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import type { Finding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords } from '../../notify/parts/rule-words.ts';
import type { RestFigures } from './terms.ts';

/** States a later step, the consequence of the image or deletion first. */
export function restFinding(
  { action, image, price, restsSince }: RestFigures,
  { notice, who, at }: FindingContext,
): Finding {
  const isLast = action === 'terminate';
  return {
    found: 'stopped',
    opening: [
      `${capitalized(who)} is stopped, billed as if it ran, and nobody has started it.`,
      isLast
        ? 'Deleting it deletes its boot disk. This cannot be undone. Storage disks are detached and continue to be billed.'
        : 'The image would be of its boot disk, private, and billed by its size; the VM is billed as before.',
    ],
    rows: [
      isLast ? ['Image', image ?? 'none: the data on its disk is lost'] : null,
      ['Costs', costInWords(price)],
      whatRow(notice),
      ['Stopped', `since ${at(restsSince)}`],
    ],
    unless: 'started',
  };
}

export const restFigures: FigureWords<RestFigures> = { finding: restFinding };
