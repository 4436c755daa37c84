import { describe } from 'vitest';
import { describeActions } from './action-suite.ts';
import type { CloudContract } from './cloud-contract.ts';
import { describeFacts } from './facts-suite.ts';
import { describeTrouble } from './trouble-suite.ts';

/** Tests a cloud and its simulator against each other, over HTTP: the suite that every cloud passes. */
export function describeCloud(contract: CloudContract): void {
  describe(`the cloud "${contract.name}" and its simulator${contract.variant ?? ''}`, () => {
    describeFacts(contract);
    describeTrouble(contract);
    describeActions(contract);
  });
}
