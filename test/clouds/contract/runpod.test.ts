import { describeCloud } from './describe-cloud.ts';
import { runpodContract, sparseRunpodContract } from './runpod-contract.ts';

describeCloud(runpodContract);
describeCloud(sparseRunpodContract);
