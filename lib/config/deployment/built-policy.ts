import * as z from 'zod';
import { Policy } from '../../state/policy.ts';

/** The file of a built policy, next to the code that reads it. */
export const builtPolicyFile = 'policy.json';

/** Serializes a valid policy for a deployed function, which only has to parse JSON. */
export const buildPolicy = (policy: Policy): string => JSON.stringify(z.encode(Policy, policy));

/**
 * Reads a built policy. It is read once per process, so compiling the schemas would take longer than it saves.
 * @throws when the text was not made by `buildPolicy` of this version.
 */
export const readBuiltPolicy = (text: string): Policy =>
  z.decode(Policy, JSON.parse(text), { jitless: true });
