import { readFile } from 'node:fs/promises';
import { readPolicy } from '../../config/policy/read-policy.ts';
import type { Policy } from '../../model/rules/policy.ts';

/** The policy that the demo runs; what its scenario does is measured to it. */
export async function demoPolicy(): Promise<Policy> {
  const file = new URL('demo.yaml', import.meta.url);
  return readPolicy(await readFile(file, 'utf8'), 'demo.yaml');
}
