import { computeContract } from './compute-contract.ts';
import { describeCloud } from './describe-cloud.ts';

describeCloud(computeContract);
