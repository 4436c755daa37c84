import * as z from 'zod';
import { Policy } from '../../model/rules/policy.ts';

/** The name of a built policy beside the code that reads it. */
export const builtPolicyFile = 'policy.json';

/** A policy that was read and found right, as a deployed function starts with it: nothing left to parse but JSON. */
export const buildPolicy = (policy: Policy): string => JSON.stringify(z.encode(Policy, policy));

/**
 * Once in the life of a process: to compile the schemas first would take longer than to read without.
 * @throws when the text is not what `buildPolicy` of this very version made.
 */
export const readBuiltPolicy = (text: string): Policy =>
  z.decode(Policy, JSON.parse(text), { jitless: true });
