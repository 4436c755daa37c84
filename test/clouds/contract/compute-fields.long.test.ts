import { withoutPastSpend } from '../../support/clouds/without-past-spend.ts';
import { computeContract } from './compute-contract.ts';
import { describeSpoiltFields, values } from './spoilt-fields.ts';

// Past spend takes hundreds of requests a poll, and is of the operations alone that answer with spend.
await describeSpoiltFields(
  computeContract,
  () => values,
  (client, { id }) => {
    const cloud = computeContract.open(client);
    return /spend/i.test(id) ? cloud : withoutPastSpend(cloud);
  },
);
