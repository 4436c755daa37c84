import { describeCloud } from './describe-cloud.ts';
import { runpodContract } from './runpod-contract.ts';

describeCloud(runpodContract);
