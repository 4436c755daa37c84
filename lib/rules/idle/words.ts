import { priceInWords } from '../../model/money/money.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import type { Finding, FindingContext } from '../../notify/parts/finding.ts';
import type { IdleFigures } from './terms.ts';

export const idleFinding = ({ price }: IdleFigures, { notice, who, at }: FindingContext): Finding => ({
  found: price === null ? 'idle' : `idle at ${priceInWords(price)}`,
  opening: [`${capitalized(who)} is idle.`, providerFacts.effects.stop],
  rows: [['Costs', costInWords(price)], whatRow(notice), ['Detected', at(notice.since)]],
  unless: 'used',
});
