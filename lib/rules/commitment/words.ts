import { subjectParts } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import { effectText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { type FigureWords, type RuleWords, spansInWords } from '../../notify/parts/rule-words.ts';
import type { CommitmentFigures, CommitmentRule } from './terms.ts';

function commitmentFinding(
  { of, endsAt, price, isEstimate }: CommitmentFigures,
  { notice, cloud, who, zone, at }: FindingContext,
): AlertFinding {
  const rows = [
    ['Ends', at(endsAt)],
    ['Costs', costInWords({ price, isEstimate })],
    whatRow(notice, cloud),
  ] as const;
  const when = localMinute(endsAt, zone);
  if (of === 'expiry')
    return {
      found: `expires ${when}, then deleted by the platform`,
      saysExpiry: true,
      opening: [
        `${capitalized(who)} expires: the platform then deletes it, with all data on it.`,
        ...effectText(cloud, 'terminate', subjectParts(notice.subject).resource?.kind),
      ],
      rows,
      advice: [
        'To keep it, extend its expiry on the platform. To keep only its data, make an image of it or copy the data elsewhere first.',
      ],
    };
  return {
    found: `commitment ends ${when}`,
    opening: [
      `The commitment of ${who} ends soon.`,
      'Nothing is known to be stopped or deleted then. The platform does not report the price afterwards. Until then, the resource is billed, used or not.',
    ],
    rows,
    advice: [
      'To keep it at a committed price, renew the commitment. If nobody needs it afterwards, delete it when the commitment has ended.',
    ],
  };
}

export const commitmentWords: RuleWords<CommitmentRule> = {
  monitors: () => 'the end of commitments',
  alerts: (rule) => `${spansInWords(rule.within)} before the end`,
  ending: 'no longer close to the end of its commitment',
  loss: ({ when }) => (when === null ? null : `the platform deletes it at ${when}`),
};

export const commitmentFigures: FigureWords<CommitmentFigures> = {
  finding: commitmentFinding,
};
