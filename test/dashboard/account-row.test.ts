import { expect, it } from 'vitest';
import { accountRow } from '../../lib/dashboard/data/rows.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anAccountObservation, noon } from '../support/builders/observation-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';

const main = accountTarget(null, BillingAccountId.parse('main'));
const unseen = aHead({ target: projectTarget(null, ProjectId.parse('unseen')) });

/** Returns the text on the end of an account's credit whose project was not read yet. */
function atZeroOn(cloud: 'compute' | 'runpod', creditBalance = money('20')): string | undefined {
  const observation = anAccountObservation({ cloud, creditBalance, paymentTerms: 'prepaid' });
  const { targets } = buildStatus(
    [
      aHead({
        target: main,
        observation,
        polledAt: noon,
        meters: { hour: aMeter('hour', noon), day: aMeter('day', noon), month: aMeter('month', noon) },
      }),
      unseen,
    ],
    aViewInput([]),
  );
  const [row] = targets.filter(({ target }) => target.id === main).map((status) => accountRow(status, noon));
  return row?.atZero;
}

it('the row of an account shows what its own cloud does at zero credit', () => {
  expect(atZeroOn('compute')).toBe('deletes everything in its projects');
  expect(atZeroOn('runpod')).toBe('deletes resources in its projects');
});
