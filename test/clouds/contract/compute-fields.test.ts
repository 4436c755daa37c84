import { withoutPastSpend } from '../../support/clouds/without-past-spend.ts';
import { computeContract } from './compute-contract.ts';
import { describeSpoiltFields, values } from './spoilt-fields.ts';

// A sample: to each field one of the values, by turns. Each holds each in compute-fields.long.test.ts.
await describeSpoiltFields(
  computeContract,
  (index) => values.slice(index % values.length).slice(0, 1),
  (client) => withoutPastSpend(computeContract.open(client)),
);
