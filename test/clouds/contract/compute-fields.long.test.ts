import { computeContract } from './compute-contract.ts';
import { describeSpoiltFields, values } from './spoilt-fields.ts';

await describeSpoiltFields(computeContract, () => values);
